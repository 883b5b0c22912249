"""Every sentence that the layers below `ui` say, by subject. See `message.py`."""
