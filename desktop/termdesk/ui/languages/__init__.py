"""The Languages pane: which languages each part of the service knows, and what they can do."""
