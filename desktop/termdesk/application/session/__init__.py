"""The service in use: choose it, connect to it, start it, and monitor the connection."""
