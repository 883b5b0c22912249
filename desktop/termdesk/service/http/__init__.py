"""HTTP requests and responses of the service."""
