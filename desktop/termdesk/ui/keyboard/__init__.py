"""Moving by keys between the parts of a window."""
