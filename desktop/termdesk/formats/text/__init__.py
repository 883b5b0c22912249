"""Delimited text, plain-text glossaries and gettext catalogs."""
