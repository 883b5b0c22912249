"""What shells and `man` read of the commands."""
