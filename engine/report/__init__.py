"""The report: its schema, its canonical bytes, and the ways to read it (terminal, JSON, HTML)."""
