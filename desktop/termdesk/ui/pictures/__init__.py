"""Every pane and dialog drawn into PNG files."""
