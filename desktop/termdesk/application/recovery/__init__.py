"""Handle damaged data, failed starts, and the maintenance of stored work."""
