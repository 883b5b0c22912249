"""Earlier versions of dictionaries: list, compare, keep and restore them."""
