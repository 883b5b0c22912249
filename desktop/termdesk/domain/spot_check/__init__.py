"""Effect of a glossary on real sentences: sentence sets, the result for each entry, and changes between runs."""
