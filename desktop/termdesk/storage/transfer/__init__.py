"""Drafts and glossaries on their way to another service."""
