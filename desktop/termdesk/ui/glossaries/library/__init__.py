"""The library: tree, filter, tags, bin, and dialogs for whole glossaries."""
