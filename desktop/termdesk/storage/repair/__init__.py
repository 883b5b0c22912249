"""Repair of a damaged database, and rescue of its readable data."""
