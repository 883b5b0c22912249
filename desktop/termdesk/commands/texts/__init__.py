"""The commands that send texts."""
