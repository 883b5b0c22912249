"""What was sent, what it cost, and what may still be used."""
