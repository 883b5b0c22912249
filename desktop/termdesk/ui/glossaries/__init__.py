"""The Glossaries pane."""
