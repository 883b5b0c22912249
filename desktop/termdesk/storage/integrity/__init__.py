"""How a database is known to be sound: what is noted beside it, backups, and repair after damage."""
