"""Publishing of many dictionaries as one: its steps are on disk before they are taken."""
