"""Compare translation requests, to know whether a result is outdated."""

from __future__ import annotations

from enum import StrEnum

from termdesk.application.translation.translation import TranslateRequest
from termdesk.domain.language.language import LanguagePair, root


class RequestPart(StrEnum):
    """The parts of a request that a result depends on."""

    TEXT = "text"
    LANGUAGES = "languages"
    GLOSSARY = "glossary"
    GLOSSARY_CONTENT = "glossary content"
    CONTEXT = "context"
    MODE = "mode"
    MEMORY = "memory"
    STYLE_RULES = "style rules"
    COMPARISON = "comparison"
    SERVICE = "service"


def changes_of_translation(
    made: TranslateRequest, current: TranslateRequest, *, detected_source: str = ""
) -> frozenset[RequestPart]:
    """Return the parts in which `current` differs from the request `made`.

    Choosing the detected language as the source is not a change.
    """
    return find_changed_parts(
        {
            RequestPart.TEXT: made.text != current.text,
            RequestPart.LANGUAGES: made.target != current.target or not _is_same_source(made, current, detected_source),
            RequestPart.GLOSSARY: _glossary_id(made) != _glossary_id(current),
            RequestPart.GLOSSARY_CONTENT: _has_other_content(made, current),
            RequestPart.CONTEXT: made.context != current.context,
            RequestPart.MEMORY: made.memory != current.memory,
            RequestPart.STYLE_RULES: made.style_rules != current.style_rules,
            RequestPart.MODE: (made.formality, made.markup) != (current.formality, current.markup),
        }
    )


def find_changed_parts(differs: dict[RequestPart, bool]) -> frozenset[RequestPart]:
    """Return the parts whose value is True."""
    return frozenset(part for part, is_other in differs.items() if is_other)


def _is_same_source(made: TranslateRequest, current: TranslateRequest, detected: str) -> bool:
    if made.source == current.source:
        return True
    return made.source is None and bool(current.source and detected) and root(current.source or "") == root(detected)


def _glossary_id(request: TranslateRequest) -> str:
    return request.glossary.glossary_id if request.glossary else ""


def _has_other_content(made: TranslateRequest, current: TranslateRequest) -> bool:
    """Return whether the number of entries of the dictionary has changed. Equal numbers prove nothing."""
    if made.glossary is None or current.glossary is None or _glossary_id(made) != _glossary_id(current):
        return False
    pair = LanguagePair(made.source or "", made.target)
    old, new = made.glossary.dictionary(pair), current.glossary.dictionary(pair)
    return old is not None and new is not None and old.entry_count != new.entry_count
