"""All languages of a glossary as one table: a row for each source phrase, a column for each language."""
