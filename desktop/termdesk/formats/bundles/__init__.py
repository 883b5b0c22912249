"""A glossary as a folder fit for Git: a TSV for each dictionary, details, a manifest with hashes, a list of changes."""
