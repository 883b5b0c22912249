"""Finds where parts of a text are in its translation, without help from the engine."""
