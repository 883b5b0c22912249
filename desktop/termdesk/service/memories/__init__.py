"""Translation memories as files: import and export jobs, and TMX."""
