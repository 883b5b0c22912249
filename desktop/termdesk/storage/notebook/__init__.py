"""The log of all changes that were requested from services."""
