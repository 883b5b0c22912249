"""Compare requests, to know whether a translation or improvement is outdated."""

from __future__ import annotations

from termdesk.application.improvement.improvement import ImproveRequest
from termdesk.application.translation.translation_changes import RequestPart, changed_parts, changes_of_translation

__all__ = ["RequestPart", "changes_of_improvement", "changes_of_translation"]


def changes_of_improvement(made: ImproveRequest, current: ImproveRequest) -> frozenset[RequestPart]:
    """The parts in which `current` differs from the request of an improvement."""
    return changed_parts(
        {
            RequestPart.TEXT: made.text != current.text,
            RequestPart.LANGUAGES: made.target != current.target,
            RequestPart.MODE: (made.how, made.writing_style, made.tone)
            != (current.how, current.writing_style, current.tone),
        }
    )
