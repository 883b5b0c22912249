"""Termdesk: the desktop for people who live by terminology."""

__version__ = "0.1.0"
