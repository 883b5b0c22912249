"""The engine that is trained locally from the user's own translations, with `thot`."""
