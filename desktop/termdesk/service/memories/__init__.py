"""Translation memories as files: imports and exports on their way, and TMX."""
