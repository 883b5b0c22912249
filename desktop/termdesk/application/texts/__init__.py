"""What translation and improvement share: the history of texts, and confirmed translations."""
