"""Limits for all formats."""

# Far above the 10 MiB of the largest dictionary, and far below what would fill the memory.
MAX_FILE_BYTES = 256 * 1024 * 1024

# Number of rows in a preview.
SHOWN_ROWS = 20
