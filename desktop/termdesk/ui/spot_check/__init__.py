"""The Spot-check pane: sets of sentences that show the effect of a glossary."""
