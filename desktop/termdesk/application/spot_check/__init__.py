"""Spot-checks: what a glossary does to a set of sentences, before and after it is published."""
