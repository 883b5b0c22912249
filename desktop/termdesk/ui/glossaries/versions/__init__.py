"""Earlier versions of a dictionary: comparing, keeping and restoring them."""
