"""The marks and the summary for the terms of a glossary in the Translate pane."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from termdesk.application.translation.translation import TranslationResult
from termdesk.domain.matching.terms import Exactness
from termdesk.domain.matching.uses import TermState, TermUse
from termdesk.ui.widgets.text_area import TextMark
from termdesk.ui.words.lists import list_names, point_to

# Further missed terms are only counted.
_MOST_NAMED = 8


def source_marks(result: TranslationResult) -> list[TextMark]:
    """Return marks for the terms in the source text."""
    return [TextMark(each.hit.start, each.hit.end, _kind(each), _of_source(each, result)) for each in result.terms]


def target_marks(result: TranslationResult) -> list[TextMark]:
    """Return marks in the translation: for the terms found in it, and for what replaces a term."""
    return [
        TextMark(*each.found_at, _kind(each), each.instead or each.hit.target)
        for each in result.terms
        if each.found_at is not None
    ]


def _kind(use: TermUse) -> str:
    return "missed" if use.is_missed else "term" if use.is_used else "undecided"


def tone(result: TranslationResult) -> str:
    """Return the tone of the summary."""
    if result.missed:
        return "warning"
    return "good" if result.terms and all(each.is_used for each in result.terms) else "muted"


def summary(result: TranslationResult) -> str:
    """Return how many terms were used, and which were not; empty without a glossary, or if it could not be read.

    A service that inserts terms itself reports which it used. For others, the translation is searched for the terms.
    """
    if not result.terms:
        if result.request.glossary is None or not result.are_terms_known:
            return ""
        return _tr("This text contains no term of the glossary.")
    missed, used = len(result.missed), sum(each.is_used for each in result.terms)
    if _is_reported(result):
        words = _tr("%Ln terms used", "", used)
        others = _tr("%Ln not used: {names}", "", missed).format(names=_names(result))
    else:
        words = _tr("%Ln terms found in the translation", "", used)
        others = _tr("%Ln not found: {names}", "", missed).format(names=_names(result))
    if missed:
        words = _tr("{used}, {missed}").format(used=words, missed=others)
    if undecided := len(result.terms) - used - missed:
        return _tr("{used}, {undecided}").format(used=words, undecided=_tr("%Ln cannot be decided", "", undecided))
    return words


def _is_reported(result: TranslationResult) -> bool:
    return result.report.terms_placed is not None


def _names(result: TranslationResult) -> str:
    names = list(dict.fromkeys(point_to(each.hit.source, each.hit.target) for each in result.missed))
    named = list_names(names[:_MOST_NAMED])
    more = len(names) - _MOST_NAMED
    return _tr("{names}, and %Ln more", "", more).format(names=named) if more > 0 else named


def _of_source(use: TermUse, result: TranslationResult) -> str:
    """Return the description of a mark for screen readers."""
    state = _state(use, is_reported=_is_reported(result))
    if use.hit.exactness is Exactness.INFLECTED:
        return _tr("{term} (in another form): {state}").format(term=use.hit.source, state=state)
    if use.hit.exactness is Exactness.OTHER_CASE:
        return _tr("{term} (with other capitals): {state}").format(term=use.hit.source, state=state)
    if use.hit.exactness is Exactness.OTHER_HYPHEN:
        return _tr("{term} (in another spelling): {state}").format(term=use.hit.source, state=state)
    if use.hit.exactness is Exactness.COMPOUND:
        return _tr("{term} (in a compound): {state}").format(term=use.hit.source, state=state)
    return _tr("{term}: {state}").format(term=use.hit.source, state=state)


def _state(use: TermUse, *, is_reported: bool) -> str:
    if use.state is TermState.CONTRADICTED:
        return _tr("not used, the translation has “{other}” instead").format(other=use.instead)
    if use.state is TermState.UNDECIDABLE:
        return _tr("cannot be decided")
    if use.is_uncertain:
        return _tr("used, but the words around it may not agree with it")
    if use.state is TermState.INFLECTED:
        return _tr("used, inflected") if is_reported else _tr("found in the translation, inflected")
    if use.is_used:
        return _tr("used") if is_reported else _tr("found in the translation")
    return _tr("not used") if is_reported else _tr("not found in the translation")


def _tr(text: str, comment: str = "", n: int = -1) -> str:
    return QCoreApplication.translate("TermWords", text, comment, n)
