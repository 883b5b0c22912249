"""The Spot-check pane: sets of sentences, and what a glossary does to them."""
