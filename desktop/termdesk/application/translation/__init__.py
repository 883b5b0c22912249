"""Translate a text: choice of a glossary, terms in texts, costs."""
