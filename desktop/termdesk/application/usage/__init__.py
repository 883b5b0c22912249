"""What was sent, what it cost, and how much of the quota is left."""
