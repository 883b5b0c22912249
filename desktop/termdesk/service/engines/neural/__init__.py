"""Neural models that the user brought."""
