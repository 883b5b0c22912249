"""The Documents pane: files that are translated as a whole."""
