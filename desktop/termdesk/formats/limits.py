"""Limits that all formats share."""

# Far above the 10 MiB of the largest dictionary, far below what would fill the memory.
MAX_FILE_BYTES = 256 * 1024 * 1024

# Rows that a preview shows.
SHOWN_ROWS = 20
