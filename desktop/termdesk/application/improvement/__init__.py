"""Improve a text within its language."""
