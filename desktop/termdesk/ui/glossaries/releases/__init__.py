"""Releases of glossaries as folders: what they change, written and taken over."""
