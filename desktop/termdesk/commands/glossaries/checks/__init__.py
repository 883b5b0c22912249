"""Commands that check glossaries, and keep what the user decided about checks."""
