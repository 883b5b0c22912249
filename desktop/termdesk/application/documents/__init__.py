"""Translate documents: estimate costs, follow progress, and save the translations."""
