"""What was sent, what it cost, and how much is left."""
