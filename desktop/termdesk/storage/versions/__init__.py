"""Versions of dictionaries, to be looked at and restored."""
