"""The Glossaries pane: the library, and the grid that entries are edited in."""
