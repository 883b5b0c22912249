"""Why an engine gives no result."""

from __future__ import annotations

from termdesk.domain.errors import TermdeskError


class NotServed(TermdeskError):
    """No engine on this computer can do it; the message says what is missing."""


class EngineFailed(TermdeskError):
    """An engine died or took too long, also when it was started again."""
