"""Keyboard navigation between the parts of a window."""
