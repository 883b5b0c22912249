"""Values and rules of glossaries, languages, texts and prices, without input or output."""
