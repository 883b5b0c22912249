"""The words before and after publishing: counts of changes, the call for each dictionary, changes of others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from termdesk.domain.merging.difference import Method
from termdesk.ui.glossaries.difference.difference_words import count_changes, describe_counts
from termdesk.ui.words.language_words import language_name
from termdesk.ui.words.lists import list_facts, list_names, list_sentences
from termdesk.ui.words.numbers import format_decimal, format_size

if TYPE_CHECKING:
    from termdesk.application.glossaries.publishing.publish_plan import PublishReport
    from termdesk.application.glossaries.publishing.run_plan import DraftRecord, RunPlan, StepPlan


def dictionary_label(draft: DraftRecord, *, has_one_glossary: bool) -> str:
    """Return the label of a dictionary next to others: its language, or glossary and languages."""
    if has_one_glossary:
        return language_name(draft.pair.target)
    return _tr("{glossary}, {pair}").format(glossary=draft.glossary_name, pair=draft.pair)


def plan_facts(plan: RunPlan) -> str:
    """Return the plan of several dictionaries in one line: changes, number of calls, and bytes."""
    return list_facts(
        (
            _tr("%Ln dictionaries", "", len(plan.going)),
            describe_counts(plan.added, plan.changed, plan.removed),
            sending_facts(plan),
        )
    )


def sending_facts(plan: RunPlan) -> str:
    """Return the number of calls of a plan, and their bytes, in one line."""
    return list_facts((_tr("sent in %Ln calls", "", plan.call_count), format_size(plan.byte_count)))


def call_words(plan: StepPlan, *, is_first: bool) -> str:
    """Return the call of a plan, for a list. `is_first`: no plan before it creates the glossary."""
    match plan.method:
        case Method.CREATE if is_first:
            return _tr("a new glossary is created")
        case Method.CREATE:
            return _tr("added to the new glossary")
        case Method.MERGE:
            return _tr("only these entries are sent")
    return _tr("the dictionary is replaced as a whole")


def plan_words(plan: StepPlan, *, is_first: bool = True) -> str:
    """Return what a plan does, in sentences, with anything unusual about it."""
    sentences = []
    if plan.is_gone_from_service:
        sentences.append(_tr("It is no longer on the service. Publishing creates it again."))
    if plan.resumes_creation:
        sentences.append(
            _tr(
                "An earlier attempt was interrupted. Termdesk looks for its result first, so that "
                "nothing is created twice."
            )
        )
    change = describe_counts(plan.added, plan.changed, plan.removed)
    match plan.method:
        case Method.CREATE if is_first:
            sentences.append(_tr("Publishing creates a new glossary with %Ln entries.", "", plan.entry_count))
        case Method.CREATE:
            sentences.append(_tr("%Ln entries are added to the new glossary.", "", plan.entry_count))
        case Method.MERGE:
            sentences.append(_tr("{change}. Other entries are not changed.").format(change=change))
        case Method.REPLACE:
            words = _tr("{change}. The dictionary is replaced as a whole.")
            sentences.append(words.format(change=change))
    if plan.forbidden_count:
        sentences.append(_tr("%Ln forbidden entries stay on this computer.", "", plan.forbidden_count))
    if plan.synonym_count:
        sentences.append(_tr("%Ln admitted synonyms stay on this computer.", "", plan.synonym_count))
    return list_sentences(sentences)


def typing_words(count: int) -> str:
    """Return the request to type the number of entries that are removed from the service."""
    words = _tr("Publishing removes %Ln entries from the service. Type {digits} to confirm.", "", count)
    return words.format(digits=count)


def report_words(
    reports: Sequence[tuple[DraftRecord, PublishReport]],
    label: Callable[[DraftRecord], str],
    *,
    is_single: bool,
) -> str:
    """Return what was done, with the `label` of each dictionary.

    `is_single`: only one dictionary was to be published, so its changes are counted.
    """
    if is_single:
        (_, report), *_ = reports
        assert report.difference is not None, "it is the only one"
        words = _tr("{change}. Read back and compared: %Ln entries.", "", report.entry_count)
        return words.format(change=count_changes(report.difference))
    words = _tr("%Ln dictionaries, read back and compared: {done}.", "", len(reports))
    return words.format(done=list_names(label(draft) for draft, _ in reports))


def window_words(reports: Sequence[PublishReport]) -> str:
    """Return how long the service was not observed before the entries were written; empty if unknown."""
    longest = max((each.open_milliseconds for each in reports), default=0.0)
    if not longest:
        return ""
    words = _tr("While sending, Termdesk could not see for {milliseconds} ms what was changed elsewhere.")
    return words.format(milliseconds=format_decimal(longest))


def lost_words(report: PublishReport) -> tuple[str, str]:
    """Return title and text about remote edits that publishing overwrote."""
    assert report.lost is not None, "asked for what was lost"
    text = _tr(
        "The service was changed elsewhere in the {milliseconds} ms while your entries were being sent: {change}. "
        "That change was overwritten. “Deleted glossaries” keeps that version; "
        "“Restore” puts it into your dictionary in one step that you can undo."
    )
    shown = text.format(
        milliseconds=format_decimal(report.open_milliseconds), change=count_changes(report.lost.difference)
    )
    return _tr("Publishing overwrote what was written elsewhere"), shown


def _tr(text: str, comment: str = "", n: int = -1) -> str:
    return QCoreApplication.translate("PublishWords", text, comment, n)
