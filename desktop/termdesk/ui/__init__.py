"""The windows. Nothing else but `main` knows Qt."""
