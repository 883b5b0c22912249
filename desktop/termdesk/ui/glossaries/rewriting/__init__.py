"""Find and replace, clean-up, and similar entries."""
