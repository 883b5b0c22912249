"""The notebook of all changes that were requested from services."""
