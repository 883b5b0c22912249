"""What the library lists, filters, tags, copies, deletes and restores."""
