"""Texts: their translation, the choice of a glossary, and what is kept of them."""
