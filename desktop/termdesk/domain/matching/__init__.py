"""Comparison of texts: glossary terms in texts, equality of texts, and similarity."""
