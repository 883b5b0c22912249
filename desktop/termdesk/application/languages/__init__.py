"""Which languages the service offers for what."""
