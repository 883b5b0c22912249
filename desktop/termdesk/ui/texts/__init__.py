"""What the panes for translation and improvement share, and the history of texts."""
