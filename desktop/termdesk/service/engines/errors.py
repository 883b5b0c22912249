"""Why an engine gives no result."""

from __future__ import annotations

from termdesk.domain.errors import TermdeskError
from termdesk.domain.language.language import LanguagePair


class NotServed(TermdeskError):
    """No engine on this computer can do it; the message says what is missing."""


class EngineFailed(TermdeskError):
    """An engine died or took too long, also when it was started again."""


def model_gone(pair: LanguagePair) -> EngineFailed:
    """What translated a pair was taken away after an engine was chosen for it."""
    return EngineFailed(
        f"What translated from {pair.source} to {pair.target} was removed meanwhile.", remedy="Translate again."
    )
