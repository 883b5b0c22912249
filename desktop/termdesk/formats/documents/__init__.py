"""Documents, read as plain texts without layout."""
