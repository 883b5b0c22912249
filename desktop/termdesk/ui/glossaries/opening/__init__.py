"""The open pages of the Glossaries pane: how they are created, shown, synchronized with the library, and closed."""
