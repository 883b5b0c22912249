"""Export dialogs."""
