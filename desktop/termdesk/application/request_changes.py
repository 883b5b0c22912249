"""Compare requests, to know whether a shown result is outdated."""

from __future__ import annotations

from termdesk.application.improvement.improvement import ImproveRequest
from termdesk.application.spot_check.spot_check_result import SpotCheckRequest
from termdesk.application.translation.translation_changes import RequestPart, changes_of_translation, find_changed_parts

__all__ = ["RequestPart", "changes_of_improvement", "changes_of_spot_check", "changes_of_translation"]


def changes_of_improvement(made: ImproveRequest, current: ImproveRequest) -> frozenset[RequestPart]:
    """Return the parts in which `current` differs from the improvement request `made`."""
    return find_changed_parts(
        {
            RequestPart.TEXT: made.text != current.text,
            RequestPart.LANGUAGES: made.target != current.target,
            RequestPart.MODE: (made.how, made.writing_style, made.tone)
            != (current.how, current.writing_style, current.tone),
        }
    )


def changes_of_spot_check(made: SpotCheckRequest, current: SpotCheckRequest) -> frozenset[RequestPart]:
    """Return the parts in which `current` differs from the spot-check request `made`."""
    return find_changed_parts(
        {
            RequestPart.TEXT: made.sentence_set.sentences != current.sentence_set.sentences,
            RequestPart.LANGUAGES: made.sentence_set.pair != current.sentence_set.pair,
            RequestPart.GLOSSARY: not made.is_about(current.glossary),
            RequestPart.GLOSSARY_CONTENT: _has_other_entries(made, current),
            RequestPart.STYLE_RULES: made.style_rules != current.style_rules,
            RequestPart.COMPARISON: made.comparison != current.comparison,
        }
    )


def _has_other_entries(made: SpotCheckRequest, current: SpotCheckRequest) -> bool:
    """Return whether the dictionary was edited since, judging by the library's list."""
    pair = current.sentence_set.pair
    old, new = made.glossary.row(pair), current.glossary.row(pair)
    if not made.is_about(current.glossary) or old is None or new is None:
        return False
    is_edited = new.edited_at is not None and new.edited_at != old.edited_at
    return is_edited or new.entry_count != old.entry_count
