"""Export one dictionary, many dictionaries, or all languages to files."""
