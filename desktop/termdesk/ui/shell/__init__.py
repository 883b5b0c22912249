"""The window as a whole: main window, actions, keys, jobs, notices, status bar. It knows no pane."""
