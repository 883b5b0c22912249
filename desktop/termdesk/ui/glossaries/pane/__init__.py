"""The pane as a whole: the library on the left, what is open on the right."""
