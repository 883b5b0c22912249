"""Plan, merge, send, verify: how a dictionary reaches the service."""
