"""The endpoints, one file for each resource; each has `routes`, a list for the application."""
