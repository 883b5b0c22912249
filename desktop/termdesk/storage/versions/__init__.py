"""Versions of dictionaries that the user can view and restore."""
