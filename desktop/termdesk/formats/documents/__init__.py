"""Documents: their texts, without their layout."""
