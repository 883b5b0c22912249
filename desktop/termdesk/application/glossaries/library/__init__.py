"""The library: list, filter, tag, copy, delete and restore glossaries."""
