"""The parts of the Translate pane."""
