"""What a command does while it waits, and when Ctrl+C ends it."""
