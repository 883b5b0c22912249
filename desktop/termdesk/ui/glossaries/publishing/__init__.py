"""Publishing: the preview of its changes, and its result."""
