"""The difference between two versions of a dictionary, as a table."""
