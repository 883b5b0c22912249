"""What differs between two versions of a dictionary, as a table."""
