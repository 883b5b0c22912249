"""Rule violations and findings, kept up to date, with quick fixes."""
