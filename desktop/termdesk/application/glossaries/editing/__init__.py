"""One open dictionary: edits, undo steps, drafts, bulk changes, find and replace."""
