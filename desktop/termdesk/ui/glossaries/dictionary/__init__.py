"""The grid of one dictionary."""
