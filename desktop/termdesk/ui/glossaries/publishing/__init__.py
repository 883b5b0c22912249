"""What publishing would change, shown before it is done, and what came of it."""
