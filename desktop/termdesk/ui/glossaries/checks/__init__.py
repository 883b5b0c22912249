"""The list of findings, its details, quick fixes and custom rules."""
