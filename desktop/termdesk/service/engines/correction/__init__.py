"""Correction engines: checkers, rules, and what they must leave unchanged."""
