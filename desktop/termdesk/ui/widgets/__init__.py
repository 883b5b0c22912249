"""Widgets and dialogs that every part of the window uses."""
