"""Releases of glossaries as folders: writing them, and taking over their changes."""
