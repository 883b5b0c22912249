"""Engines of the local service: each in one file behind a small interface, found and probed at start."""
