"""A masked field for a key or a password."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit


class SecretField(QLineEdit):
    """A masked field that copies nothing to the clipboard, even while its text is shown."""

    def __init__(self) -> None:
        super().__init__()
        self.setEchoMode(QLineEdit.EchoMode.Password)

    def copy(self) -> None:
        """Do nothing: a secret must not leave its field."""
        return

    def cut(self) -> None:
        """Do nothing: a secret must not leave its field."""
        return
