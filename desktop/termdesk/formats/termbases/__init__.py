"""TBX, TMX, MultiTerm and XLIFF."""
