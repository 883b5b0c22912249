"""Keys and types of the output of `--json`, by subject."""
