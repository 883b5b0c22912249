"""Entries of one dictionary: values, rules, changes, and indexes over them."""
