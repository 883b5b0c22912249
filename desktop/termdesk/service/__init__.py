"""The translation service on this computer: the same interface, with SQLite and real engines behind it."""
