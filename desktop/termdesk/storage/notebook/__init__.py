"""The notebook of all changes that services were asked for."""
