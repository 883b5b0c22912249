"""What has changed since a result was made: a translation or an improvement of another text is outdated."""

from __future__ import annotations

from enum import StrEnum

from termdesk.application.improvement.improvement import ImproveRequest
from termdesk.application.translation.translation import TranslateRequest
from termdesk.domain.language.language import LanguagePair, root


class RequestPart(StrEnum):
    """What a result depends on."""

    TEXT = "text"
    LANGUAGES = "languages"
    GLOSSARY = "glossary"
    GLOSSARY_CONTENT = "glossary content"
    CONTEXT = "context"
    MODE = "mode"
    SERVICE = "service"


def changes_of_translation(
    made: TranslateRequest, now: TranslateRequest, *, detected_source: str = ""
) -> frozenset[RequestPart]:
    """The parts in which `now` differs from the request that a translation was made by.

    A language that was detected and is chosen afterwards is no change.
    """
    return _parts(
        {
            RequestPart.TEXT: made.text != now.text,
            RequestPart.LANGUAGES: made.target != now.target or not _is_same_source(made, now, detected_source),
            RequestPart.GLOSSARY: _glossary_id(made) != _glossary_id(now),
            RequestPart.GLOSSARY_CONTENT: _has_other_content(made, now),
            RequestPart.CONTEXT: made.context != now.context,
            RequestPart.MODE: made.formality != now.formality,
        }
    )


def changes_of_improvement(made: ImproveRequest, now: ImproveRequest) -> frozenset[RequestPart]:
    """The parts in which `now` differs from the request that an improvement was made by."""
    return _parts(
        {
            RequestPart.TEXT: made.text != now.text,
            RequestPart.LANGUAGES: made.target != now.target,
            RequestPart.MODE: (made.how, made.writing_style, made.tone) != (now.how, now.writing_style, now.tone),
        }
    )


def _parts(differs: dict[RequestPart, bool]) -> frozenset[RequestPart]:
    return frozenset(part for part, is_other in differs.items() if is_other)


def _is_same_source(made: TranslateRequest, now: TranslateRequest, detected: str) -> bool:
    if made.source == now.source:
        return True
    return made.source is None and bool(now.source and detected) and root(now.source or "") == root(detected)


def _glossary_id(request: TranslateRequest) -> str:
    return request.glossary.glossary_id if request.glossary else ""


def _has_other_content(made: TranslateRequest, now: TranslateRequest) -> bool:
    """Whether the dictionary in use has another number of entries now; equal numbers prove nothing."""
    if made.glossary is None or now.glossary is None or _glossary_id(made) != _glossary_id(now):
        return False
    pair = LanguagePair(made.source or "", made.target)
    before, after = made.glossary.dictionary(pair), now.glossary.dictionary(pair)
    return before is not None and after is not None and before.entry_count != after.entry_count
