"""Commands that copy and move glossaries to another service."""
