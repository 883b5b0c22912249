"""Where parts of a text went in its translation, found without help from the engine that made it."""
