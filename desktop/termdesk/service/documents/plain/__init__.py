"""Plain text, JSON and subtitles."""
