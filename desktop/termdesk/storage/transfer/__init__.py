"""Transfer of drafts and glossaries to another service, and glossaries that must not leave this computer."""
