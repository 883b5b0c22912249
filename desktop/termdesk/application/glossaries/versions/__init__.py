"""Earlier versions of dictionaries: listed, compared, kept and restored."""
