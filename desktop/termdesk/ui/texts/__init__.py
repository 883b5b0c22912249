"""Parts that the Translate and Improve panes share, and the history of texts."""
