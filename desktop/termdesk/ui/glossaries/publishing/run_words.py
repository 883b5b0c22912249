"""The words for publishing that is running, interrupted, or undone."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from termdesk.application.diagnosis import FailureKind
from termdesk.application.glossaries.publishing.run_plan import PublishRun, PublishStep, RunState, StepState
from termdesk.application.stored_failure import decode_failure
from termdesk.ui.words.failure_words import Explanation, explain_failure
from termdesk.ui.words.lists import list_names, list_sentences
from termdesk.ui.words.numbers import format_number


def step_label(step: PublishStep) -> str:
    """Return the dictionary of a step."""
    return _tr("{glossary}, {pair}").format(glossary=step.glossary_name, pair=step.pair)


def step_labels(steps: Sequence[PublishStep], *, most: int = 5) -> str:
    """Return the dictionaries of some steps in one line; at most `most` are named."""
    names = list_names(step_label(step) for step in steps[:most])
    rest = len(steps) - most
    return names if rest <= 0 else _tr("{names} and %Ln more", "", rest).format(names=names)


def state_words(state: StepState) -> str:
    """Return how far the publication of one dictionary got, after the run."""
    return {
        StepState.PLANNED: _tr("not sent"),
        StepState.SENT: _tr("unknown: Termdesk reads it from the service first"),
        StepState.VERIFIED: _tr("published"),
        StepState.PARTLY: _tr("published in part: the rest was changed elsewhere"),
        StepState.FAILED: _tr("failed, not published"),
        StepState.UNDONE: _tr("undone"),
        StepState.LEFT_ALONE: _tr("not undone: changed since"),
        StepState.SUPERSEDED: _tr("published since"),
    }[state]


def running_words(state: StepState) -> str:
    """Return the words of `state_words` during the run, while other dictionaries are pending."""
    return {StepState.PLANNED: _tr("waits"), StepState.SENT: _tr("being sent")}.get(state) or state_words(state)


def run_title(run: PublishRun) -> str:
    """Return the state of a publishing run, as a title."""
    if run.is_superseded:
        return _tr("The interrupted publication was completed by a later one")
    match run.state:
        case RunState.WAITING:
            return _tr("%Ln dictionaries wait to be published", "", len(run.pending))
        case RunState.UNDOING:
            return _tr("Undoing was interrupted")
    return _tr("Publishing was interrupted")


def reason_to_stop(run: PublishRun, explanation: Explanation) -> str:
    """Return why it stopped, and what to do. If the outcome of a call is unknown, say that Resume will find out."""
    if all(step.state is not StepState.SENT for step in run.steps):
        return list_sentences((explanation.cause, explanation.next_step))
    looks = _tr("Resume looks first at what the service has, so nothing is sent twice.")
    return list_sentences((explanation.cause, looks))


def reason_of_run(run: PublishRun) -> str:
    """Return why a publication of before stopped, as it was stored; empty if nobody knows."""
    stored = decode_failure(run.stop_reason)
    if stored is None:
        return _tr("Termdesk ended before it was done.") if run.state is RunState.RUNNING else ""
    explanation = explain_failure(stored.failure)
    if explanation.kind is FailureKind.STOPPED:
        return _tr("It was stopped before it was done.")
    if run.is_waiting and explanation.kind is not FailureKind.WRONG_KEY:
        # It continues by itself, so there is nothing to do.
        return explanation.cause
    return reason_to_stop(run, explanation)


def run_count(run: PublishRun) -> str:
    """Return how many of its dictionaries are published."""
    published = [step for step in run.steps if step.state in (StepState.VERIFIED, StepState.SUPERSEDED)]
    words = _tr("%Ln of {total} dictionaries are published.", "", len(published))
    return words.format(total=format_number(len(run.steps)))


def _tr(text: str, comment: str = "", n: int = -1) -> str:
    return QCoreApplication.translate("RunWords", text, comment, n)
