"""The library: tree, filter, tags, bin, and dialogs for entire glossaries."""
