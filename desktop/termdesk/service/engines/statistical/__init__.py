"""The engine that is trained on this computer from the user's own translations, with `thot`."""
