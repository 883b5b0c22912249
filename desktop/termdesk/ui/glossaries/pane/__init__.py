"""The pane as a whole: the library on the left, the open pages on the right."""
