"""Documents: taken in, translated in the background with their formatting, given out once."""
