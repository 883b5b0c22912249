"""The local translation service: the same interface as the remote one, with SQLite and real engines behind it."""
