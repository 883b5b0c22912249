"""Requests and answers of the service over HTTP."""
