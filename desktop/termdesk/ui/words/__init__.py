"""The words of the windows: interface languages, plural forms, and the texts for what lower layers report as data."""
