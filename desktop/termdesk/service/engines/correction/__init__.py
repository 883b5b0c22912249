"""Engines that correct a text: checkers, rules, and what they must leave alone."""
