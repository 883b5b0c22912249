"""The notebook: a record of all changes that services were asked to make."""
