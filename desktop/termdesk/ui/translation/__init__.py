"""The Translate pane: a text, its translation, and what the glossary did to it."""
