"""Everything the user does with glossaries, one package for each activity."""
