"""The main window without its panes: actions, keys, jobs, notices and status bar. It depends on no pane."""
