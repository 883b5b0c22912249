"""The reasons why an engine gives no result."""

from __future__ import annotations

from termdesk.domain.errors import TermdeskError
from termdesk.domain.language.language import LanguagePair


class NotServed(TermdeskError):
    """No engine on this computer can do this; the message names what is missing."""


class EngineFailed(TermdeskError):
    """An engine died or took too long, even after a restart."""


def reason_of(error: Exception) -> str:
    """Return what an error says, without a full stop."""
    return str(getattr(error, "strerror", None) or error).rstrip(".")


def model_gone(pair: LanguagePair) -> EngineFailed:
    """The engine of a pair was removed after it was chosen."""
    return EngineFailed(
        f"What translated from {pair.source} to {pair.target} was removed meanwhile.", remedy="Translate again."
    )
