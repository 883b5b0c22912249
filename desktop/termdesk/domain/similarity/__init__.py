"""Phrases and texts that are nearly the same, and their differences."""
