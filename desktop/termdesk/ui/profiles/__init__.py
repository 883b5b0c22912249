"""Widgets for profiles: marks, menu and form."""
