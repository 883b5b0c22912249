"""Integrity of the database: expected state beside it, backups, and detection of damage."""
