"""Measuring the engine on labelled text."""
