"""Earlier versions of a dictionary: compared, kept and restored."""
