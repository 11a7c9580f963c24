"""The report on its way out, and back in: export, print, copy, verify."""
