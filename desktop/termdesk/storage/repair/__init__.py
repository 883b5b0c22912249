"""Repair of a damaged database, and rescue of what it still holds."""
