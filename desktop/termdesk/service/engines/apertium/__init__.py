"""Apertium pairs installed on this system, and the grammar of glossary terms."""
