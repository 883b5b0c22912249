"""Apertium pairs as installed on this system, and the terms of glossaries in their grammar."""
