"""Several dictionaries of one source language as one table."""
