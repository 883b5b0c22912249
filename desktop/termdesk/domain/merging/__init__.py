"""Comparing and merging versions of a dictionary."""
