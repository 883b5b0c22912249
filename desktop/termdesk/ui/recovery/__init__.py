"""Dialogs and notices after damage, a failed start or a crash."""
