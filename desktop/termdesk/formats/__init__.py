"""File formats: readers and writers of the entries of a dictionary."""
