"""Improving a text within its language."""
