"""One small reader for each format, all behind `engine.text.formats.dispatch.document`."""
