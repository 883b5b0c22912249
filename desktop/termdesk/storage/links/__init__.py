"""Glossaries that are linked with folders."""
