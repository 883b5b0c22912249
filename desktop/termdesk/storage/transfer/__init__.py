"""Drafts and glossaries on their way to another service, and those that must not go there."""
