"""The settings that the user chose, and what the windows remember."""
