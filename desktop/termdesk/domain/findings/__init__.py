"""Findings that a careful reader would report about entries, beyond the rules of the service."""
