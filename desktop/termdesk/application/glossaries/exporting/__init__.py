"""Files out: one dictionary, many, or all languages."""
