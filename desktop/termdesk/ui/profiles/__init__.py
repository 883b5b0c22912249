"""Profiles in the windows: their marks, their menu and their fields."""
