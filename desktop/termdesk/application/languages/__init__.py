"""The languages that the service offers for each task."""
