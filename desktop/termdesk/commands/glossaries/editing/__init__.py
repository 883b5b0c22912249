"""Commands that edit dictionaries on this computer, as the grid does."""
