"""The message while calls wait to be sent again."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QCoreApplication

BUSY, PREPARING = 503, 202


class Wait(Protocol):
    """Waiting calls: the reason (the HTTP status of the answer, 0 for none), and the remaining time."""

    @property
    def status(self) -> int:
        """The HTTP status of the answer; 0 if there was none."""

    @property
    def seconds_left(self) -> float:
        """The time until the next attempt, in seconds."""


def wait_words(waits: Sequence[Wait]) -> str:
    """Return the longest wait with its reason and a countdown in seconds; empty if nothing waits."""
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
