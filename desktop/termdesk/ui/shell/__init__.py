"""The window as a whole, and what is asked before it opens."""
