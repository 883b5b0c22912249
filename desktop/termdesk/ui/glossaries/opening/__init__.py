"""What is open in the Glossaries pane: pages are made, shown, kept up to date in the library, and closed."""
