"""The words for an import under review: kinds of rows, decisions, and the summary of their effect."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.merging.review import Decision, Review, ReviewKind
from termdesk.ui.words.lists import begin_sentence, list_facts
from termdesk.ui.words.numbers import format_number

# A symbol in addition to the color, for color-blind users.
_SIGNS = {
    ReviewKind.NEW: "+",
    ReviewKind.CHANGED: "~",
    ReviewKind.SAME: "=",
    ReviewKind.CLASH: "⚡",
    ReviewKind.REJECTED: "✕",
    ReviewKind.ONLY_LOCAL: "−",
}


def kind_words(kind: ReviewKind) -> str:
    """Return the label of a kind of row."""
    return {
        ReviewKind.NEW: _tr("new"),
        ReviewKind.CHANGED: _tr("changed"),
        ReviewKind.SAME: _tr("same"),
        ReviewKind.CLASH: _tr("clash"),
        ReviewKind.REJECTED: _tr("rejected"),
        ReviewKind.ONLY_LOCAL: _tr("only here"),
    }[kind]


def signed_kind_words(kind: ReviewKind) -> str:
    """Return the label of a kind of row with its symbol, which distinguishes kinds without colors."""
    return _tr("{sign} {kind}").format(sign=_SIGNS[kind], kind=kind_words(kind))


def decision_words(kind: ReviewKind, decision: Decision, *, is_here: bool) -> str:
    """Return the button label of a decision for a kind. `is_here`: the dictionary has a row with this source."""
    if not is_here and kind in (ReviewKind.CLASH, ReviewKind.SAME) and decision != Decision.BOTH:
        return _tr("Leave out") if decision == Decision.KEEP else _tr("Take this one")
    match kind, decision:
        case (ReviewKind.NEW | ReviewKind.REJECTED, Decision.KEEP):
            return _tr("Leave out")
        case (ReviewKind.NEW, _):
            return _tr("Import")
        case (ReviewKind.REJECTED, _):
            return _tr("Import and fix")
        case (ReviewKind.ONLY_LOCAL, Decision.KEEP):
            return _tr("Keep")
        case (ReviewKind.ONLY_LOCAL, _):
            return _tr("Remove")
        case (_, Decision.KEEP):
            return _tr("Keep mine")
        case (_, Decision.TAKE):
            return _tr("Replace")
    return _tr("Keep both")


def summarize(review: Review) -> str:
    """Return a summary of what the decisions would do."""
    if review.count(ReviewKind.SAME) == len(review) and not review.touched_count:
        return _tr("All rows of the file are already here. There is nothing to import.")
    if not review.touched_count:
        return _tr("Nothing would change.")
    taken = {kind: review.count_decided(kind, Decision.TAKE) for kind in ReviewKind}
    left = review.count_decided(ReviewKind.NEW, Decision.KEEP) + review.count_decided(
        ReviewKind.REJECTED, Decision.KEEP
    )
    counts = (
        (taken[ReviewKind.NEW] + taken[ReviewKind.REJECTED], _tr("to import: {count}")),
        (
            sum(review.count_decided(kind, Decision.BOTH) for kind in ReviewKind),
            _tr("to add next to a row with the same source: {count}"),
        ),
        (taken[ReviewKind.CHANGED] + taken[ReviewKind.CLASH], _tr("to replace: {count}")),
        (taken[ReviewKind.ONLY_LOCAL], _tr("to remove: {count}")),
        (left, _tr("to leave out: {count}")),
    )
    return begin_sentence(list_facts(text.format(count=format_number(count)) for count, text in counts if count))


def list_details(detail: EntryDetail) -> str:
    """Return the details of an entry in one line, also its further fields."""
    return list_facts(text for _, text in detail.as_texts())


def _tr(text: str) -> str:
    return QCoreApplication.translate("ReviewWords", text)
