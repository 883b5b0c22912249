"""Translate documents: what they cost, how far they are, and where their translations go."""
