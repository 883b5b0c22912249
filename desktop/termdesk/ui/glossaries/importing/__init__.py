"""The import dialog and the review of what an import would change."""
