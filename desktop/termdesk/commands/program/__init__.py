"""Commands about the program itself: profiles, preferences, engines."""
