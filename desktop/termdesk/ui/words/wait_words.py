"""What the window says while calls wait to be sent again."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QCoreApplication

BUSY, PREPARING = 503, 202


class Wait(Protocol):
    """Calls that wait: why (the HTTP status of the answer, 0 for none), and for how much longer."""

    @property
    def status(self) -> int:
        """What the service answered."""

    @property
    def seconds_left(self) -> float:
        """Until the next attempt."""


def wait_words(waits: Sequence[Wait]) -> str:
    """The longest wait with its reason and its countdown in seconds; empty where nothing waits."""
    longest = max(waits, key=lambda each: each.seconds_left, default=None)
    if longest is None:
        return ""
    seconds = math.ceil(longest.seconds_left)
    if longest.status == 0:
        return _tr("No answer, next attempt in %Ln seconds", seconds)
    if longest.status == BUSY:
        return _tr("The service is busy, next attempt in %Ln seconds", seconds)
    if longest.status == PREPARING:
        return _tr("The glossary is not ready yet, waiting for %Ln seconds at most", seconds)
    return _tr("The service asks to wait for %Ln seconds", seconds)


def _tr(text: str, number: int) -> str:
    return QCoreApplication.translate("WaitWords", text, "", number)
