"""Copy and move glossaries to another service: plan, send, read back, and only then delete the original."""
