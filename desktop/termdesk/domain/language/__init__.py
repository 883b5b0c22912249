"""Languages and their writing: codes, names, scripts, sort order."""
