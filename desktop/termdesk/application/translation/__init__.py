"""Translating a text: glossary choice, terms in texts, costs."""
