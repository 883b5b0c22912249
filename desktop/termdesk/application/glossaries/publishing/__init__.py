"""Publish dictionaries: plan, merge, send, and verify."""
