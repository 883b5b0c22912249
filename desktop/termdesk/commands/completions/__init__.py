"""Shell completions and the man page of the commands."""
