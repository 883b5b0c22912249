"""Waiting and cancellation (Ctrl+C) of commands at a terminal."""
