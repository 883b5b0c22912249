"""Spot-checks: how a glossary changes the translations of a set of sentences, before and after it is published."""
