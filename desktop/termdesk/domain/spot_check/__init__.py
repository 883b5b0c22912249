"""What a glossary does to real sentences: sets of them, what became of each entry, and what has moved since."""
