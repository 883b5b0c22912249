"""Code shared by the grid of one dictionary and the multilingual table."""
