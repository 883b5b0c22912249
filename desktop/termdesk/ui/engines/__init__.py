"""The engines of the service on this computer."""
