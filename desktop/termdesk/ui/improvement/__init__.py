"""The Improve pane: a text, its better version, and what differs."""
