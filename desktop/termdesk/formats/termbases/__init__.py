"""Readers and writers of TBX, TMX, MultiTerm and XLIFF."""
