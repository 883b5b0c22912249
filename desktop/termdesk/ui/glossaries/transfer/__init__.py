"""Copies and moves glossaries to another service: the question, the preview, and the result."""
