"""Every message of the layers below `ui`, by subject. See `message.py`."""
