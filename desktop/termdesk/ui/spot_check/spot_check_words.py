"""The words for states, verdicts and costs in the Spot-check pane."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from termdesk.application.spot_check.sampler import Sample
from termdesk.application.spot_check.sides import ComparedSides, SideKind
from termdesk.application.spot_check.spot_check_result import SpotCheckResult
from termdesk.domain.spot_check.adherence import Occurrence
from termdesk.domain.spot_check.judgments import EntryState, Verdict
from termdesk.domain.spot_check.sentence_set import SentenceSet
from termdesk.ui.words.lists import list_facts, list_names, list_sentences, point_to
from termdesk.ui.words.numbers import format_number, format_percent

# A notice names at most this many terms of a kind.
_MOST_NAMED = 20


def state_words(state: EntryState | None) -> str:
    """Return the name of a state; a dash for None."""
    words = {
        EntryState.USED: _tr("used"),
        EntryState.INFLECTED: _tr("used, in another form"),
        EntryState.MISSED: _tr("missed"),
        EntryState.CONTRADICTED: _tr("contradicted"),
        EntryState.UNDECIDED: _tr("cannot be decided"),
        EntryState.NEVER_SEEN: _tr("in no sentence"),
    }
    return words[state] if state else "–"


def use_words(found: Occurrence) -> str:
    """Return a term of a sentence with the state of its use."""
    hit = found.use.hit
    return _tr("{term}: {state}").format(term=point_to(hit.source, hit.target), state=state_words(found.state))


def verdict_words(verdict: Verdict | None) -> str:
    """Return a verdict in words; empty without a verdict."""
    words = {Verdict.RIGHT: _tr("right"), Verdict.WRONG: _tr("wrong")}
    return words[verdict] if verdict else ""


def comparison_words(comparison: ComparedSides) -> str:
    """Return the name of a comparison."""
    words = {
        ComparedSides.GLOSSARY: _tr("Without and with the glossary"),
        ComparedSides.DRAFT: _tr("Published and draft"),
    }
    return words[comparison]


def side_words(kind: SideKind) -> str:
    """Return the heading of a translation."""
    words = {
        SideKind.NONE: _tr("Without the glossary"),
        SideKind.PUBLISHED: _tr("With the published glossary"),
        SideKind.DRAFT: _tr("With the draft"),
    }
    return words[kind]


def adherence_words(result: SpotCheckResult) -> str:
    """Return one line: how often the glossary was followed, and how the sentences fared."""
    adherence = result.adherence
    if adherence.share is None and (undecided := adherence.undecided):
        followed = _tr("%Ln terms found, but whether they were used cannot be decided", "", undecided)
    elif adherence.share is None:
        followed = _tr("No sentence contains a term of the glossary")
    else:
        followed = _tr("{share} of terms as in the glossary ({fulfilled} of {decided})").format(
            share=format_percent(adherence.share),
            fulfilled=format_number(adherence.fulfilled),
            decided=format_number(adherence.decided),
        )
    return list_facts(
        (
            followed,
            _tr("%Ln sentences changed", "", result.changed_count),
            _tr("%Ln entries in no sentence", "", adherence.count(EntryState.NEVER_SEEN)),
            _cost_words(result),
        )
    )


def _cost_words(result: SpotCheckResult) -> str:
    if not result.estimated:
        return _tr("nothing sent: all was translated before")
    if result.billed is None or result.billed == result.estimated:
        return _tr("%Ln characters sent", "", result.estimated)
    return _tr("%Ln characters sent, {billed} billed", "", result.estimated).format(billed=format_number(result.billed))


def sample_words(sample: Sample) -> tuple[str, str]:
    """Return how many terms a sample shows, and the terms that it does not show."""
    title = _tr("%Ln sentences show {covered} of {terms} terms.", "", len(sample.sentences)).format(
        covered=format_number(sample.covered), terms=format_number(sample.terms)
    )
    missing = []
    if sample.never_seen:
        missing.append(_tr("In no sentence: {terms}.").format(terms=_list_terms(sample.never_seen)))
    if sample.beyond_budget:
        missing.append(_tr("With more characters also: {terms}.").format(terms=_list_terms(sample.beyond_budget)))
    return title, list_sentences(missing)


def _list_terms(terms: Sequence[str]) -> str:
    names = list_names(terms[:_MOST_NAMED])
    if len(terms) <= _MOST_NAMED:
        return names
    return _tr("{names} and %Ln more", "", len(terms) - _MOST_NAMED).format(names=names)


def result_tone(result: SpotCheckResult) -> str:
    """Return the tone of that line."""
    share = result.adherence.share
    return "muted" if share is None else "good" if share == 1.0 else "warning"


def run_cost_words(current: SentenceSet | None, *, has_glossary: bool, is_billed: bool, more: str) -> str:
    """Return the maximum cost of a run, with `more` sentences about it; empty without a set."""
    if current is None:
        return ""
    if not has_glossary:
        return _tr("No glossary has a dictionary {pair}.").format(pair=f"{current.pair}")
    most = 2 * current.characters
    sentences = _tr("%Ln sentences", "", len(current.sentences))
    if is_billed:
        cost = _tr("at most %Ln characters will be billed", "", most)
    else:
        cost = _tr("at most %Ln characters", "", most)
    words = _tr("{sentences}: {cost}.").format(sentences=sentences, cost=cost)
    return list_sentences((words, more))


def _tr(text: str, comment: str = "", n: int = -1) -> str:
    return QCoreApplication.translate("SpotCheckWords", text, comment, n)
