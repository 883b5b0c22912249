"""Import files: read, preview, review, and merge them into a dictionary."""
