"""Boxes in which a text pane or a dialog offers what the service keeps."""
