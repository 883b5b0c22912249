"""The Usage pane: what was used of the limit, and how it went."""
