"""The Translate pane: a text, its translation, and the use of the glossary."""
