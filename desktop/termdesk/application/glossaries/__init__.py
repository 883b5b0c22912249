"""What the user can do with glossaries."""
