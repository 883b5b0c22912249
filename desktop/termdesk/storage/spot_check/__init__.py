"""Storage of spot-checks: sentence sets, translations, runs, verdicts, and temporary glossaries."""
