"""Documents: accepted, translated in the background with their formatting, and delivered once."""
