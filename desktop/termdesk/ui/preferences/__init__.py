"""The preferences and the connection to a service."""
