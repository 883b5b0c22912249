"""Copy and move glossaries to another service: where to, what it would do, and what came of it."""
