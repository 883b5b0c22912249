"""The log of all changes that the services were asked for."""
