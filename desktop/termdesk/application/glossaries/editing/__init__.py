"""One open dictionary: what is edited in it, and what is being typed."""
