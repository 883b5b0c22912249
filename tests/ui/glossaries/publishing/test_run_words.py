"""Texts about an interrupted run: every state has its text, and long lists of dictionaries are shortened."""

from __future__ import annotations

from dataclasses import replace

import pytest

from termdesk.application.glossaries.publishing.run_plan import PublishRun, PublishStep, RunState, StepState
from termdesk.application.stored_failure import encode_failure
from termdesk.client.errors import ServerFailed, UnclearOutcome, WrongKey
from termdesk.domain.errors import Stopped, TermdeskError
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.publishing.run_words import (
    reason_of_run,
    run_count,
    run_title,
    running_words,
    state_words,
    step_labels,
)

STEP = PublishStep(0, "d", "g", "Law", LanguagePair("en", "de"), "hash", added=1, changed=2, removed=3)
DONE = replace(STEP, state=StepState.VERIFIED)


@pytest.mark.parametrize(
    ("state", "title"),
    [
        (RunState.RUNNING, "Publishing was interrupted"),
        (RunState.STOPPED, "Publishing was interrupted"),
        (RunState.WAITING, "2 dictionaries wait to be published"),
        (RunState.UNDOING, "Undoing was interrupted"),
    ],
)
def test_every_state_has_its_title_and_its_count(state: RunState, title: str) -> None:
    run = PublishRun("r", "local", state, 0.0, (DONE, STEP, replace(STEP, state=StepState.FAILED)))

    assert run_title(run) == title
    assert run_count(run) == "1 of 3 dictionaries is published."


def test_each_step_is_told_apart() -> None:
    assert len({state_words(state) for state in StepState}) == len(StepState)
    assert len({running_words(state) for state in StepState}) == len(StepState)
    assert running_words(StepState.SENT) == "being sent"
    assert state_words(StepState.SUPERSEDED) == StepState.SUPERSEDED.value, "the command line says the same"
    assert state_words(StepState.PARTLY) == "published in part: the rest was changed elsewhere"


def test_many_dictionaries_are_named_in_part() -> None:
    assert step_labels([STEP]) == "Law, en → de"
    assert step_labels([STEP] * 7, most=2) == "Law, en → de; Law, en → de and 5 more"


@pytest.mark.parametrize(
    ("state", "error", "words"),
    [
        (RunState.STOPPED, ServerFailed("The disk is full."), "The disk is full. Try again later."),
        (RunState.WAITING, ServerFailed("The disk is full."), "The disk is full."),
        (RunState.WAITING, WrongKey(), "The service does not accept the key. Enter the key again."),
        (RunState.STOPPED, Stopped(), "It was stopped before it was done."),
        (RunState.RUNNING, None, "Termdesk ended before it was done."),
        (RunState.STOPPED, None, ""),
    ],
)
def test_the_reason_is_that_of_the_run(state: RunState, error: TermdeskError | None, words: str) -> None:
    run = PublishRun("r", "local", state, 0.0, (DONE, STEP), encode_failure(error))

    assert reason_of_run(run).startswith(words)
    assert bool(reason_of_run(run)) is bool(words)


def test_where_nobody_knows_what_became_of_a_call_resume_finds_out() -> None:
    sent = replace(STEP, state=StepState.SENT)
    run = PublishRun("r", "local", RunState.STOPPED, 0.0, (sent,), encode_failure(UnclearOutcome()))

    assert reason_of_run(run).endswith("Resume looks first at what the service has, so nothing is sent twice.")
