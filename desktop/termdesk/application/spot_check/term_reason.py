"""Why an entry has its state in a spot-check, for the window and for reports."""

from __future__ import annotations

from termdesk.application.spot_check.spot_check_result import SpotCheckResult
from termdesk.domain.matching.terms import Exactness
from termdesk.domain.matching.uses import TermState
from termdesk.domain.spot_check.adherence import EntryAdherence, Occurrence
from termdesk.domain.spot_check.judgments import Verdict
from termdesk.messages.message import Message
from termdesk.messages.spot_check_messages import TermReason

_OF_SOURCE = {
    Exactness.OTHER_CASE: TermReason.OTHER_CASE,
    Exactness.INFLECTED: TermReason.OTHER_FORM,
    Exactness.OTHER_HYPHEN: TermReason.OTHER_SPELLING,
    Exactness.COMPOUND: TermReason.IN_COMPOUND,
}


def explain_entry(entry: EntryAdherence, result: SpotCheckResult) -> Message | None:
    """Return the reason for the first problem of an entry, or else for its first occurrence; None without one."""
    found = entry.worst_occurrence
    return explain_occurrence(found, result.sentences[found.sentence].after) if found else None


def explain_occurrence(found: Occurrence, translation: str) -> Message:
    """Return why an entry has its state in one sentence with this translation."""
    use = found.use
    if found.verdict is not None:
        return TermReason.SAID_RIGHT() if found.verdict is Verdict.RIGHT else TermReason.SAID_WRONG()
    if use.state is TermState.CONTRADICTED:
        return TermReason.OTHER_TARGET(other=use.instead)
    if use.state is TermState.MISSED:
        return TermReason.NOT_FOUND(target=use.hit.target)
    if use.state is TermState.UNDECIDABLE:
        return TermReason.UNDECIDABLE()
    if found.is_uncertain:
        return TermReason.UNCERTAIN()
    stands = translation[slice(*use.found_at)] if use.found_at else ""
    if not stands:
        return TermReason.REPORTED()
    if use.state is TermState.INFLECTED:
        return TermReason.FOUND(found=stands)
    return _OF_SOURCE.get(use.hit.exactness, TermReason.AS_WRITTEN)()
