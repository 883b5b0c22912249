"""The wide view: all dictionaries of a glossary that share a source language, as one table."""
