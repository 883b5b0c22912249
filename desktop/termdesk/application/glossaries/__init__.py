"""All activities with glossaries, one package for each."""
