"""The Usage pane: how much of the limit is used, and how usage developed."""
