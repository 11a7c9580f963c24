"""The analysis and the command line; no Qt."""
