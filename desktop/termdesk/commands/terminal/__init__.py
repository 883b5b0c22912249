"""Waiting, cancellation (Ctrl+C) and damaged files: what commands tell at a terminal."""
