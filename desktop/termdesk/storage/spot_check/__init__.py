"""What stays of spot-checks: sets, translations, runs, verdicts, and glossaries that must not stay on a service."""
