"""A glossary as a folder for Git: a TSV file for each dictionary, details, a manifest with hashes, and a change log."""
