"""What the grid of one dictionary and the multilingual table share."""
