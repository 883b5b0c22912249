"""The visible texts of the windows: interface languages, plural forms, and words for data from lower layers."""
