"""Filters, sort orders and facets, and the caches that make them fast."""
