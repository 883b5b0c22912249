"""The multilingual table: one row for each source phrase, one column for each language."""
