"""Texts compared with texts: glossary terms in them, when two are the same, and how near they are."""
