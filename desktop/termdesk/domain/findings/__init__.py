"""What a careful reader would say about entries: findings beyond the rules of the service."""
