"""What a dry run says that resuming would do with each dictionary."""

from __future__ import annotations

from dataclasses import replace

import pytest

from termdesk.application.glossaries.publishing.run_plan import RunPlan
from termdesk.application.glossaries.publishing.run_rest import RunRest, UnresumedStep
from termdesk.commands.glossaries.run_resumption import names_of, would_resume
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.publishing.publish_runs import PublishRun, PublishStep, RunState, StepState

STEP = PublishStep(0, "d", "g", "Law", LanguagePair("en", "de"), "hash", added=1, changed=2, removed=3)
RUN = PublishRun("r", "local", RunState.STOPPED, 0.0, (STEP,))
SUPERSEDED = replace(STEP, state=StepState.SUPERSEDED)
NOTHING_HELD = RunRest(RunPlan("Office", ()), (), ())


@pytest.mark.parametrize(
    ("run", "rest", "words"),
    [
        (RUN, NOTHING_HELD, "published"),
        (RUN, None, "published, if nothing has changed"),
        (RUN, replace(NOTHING_HELD, held=(UnresumedStep(STEP, "It is gone."),)), "not published: It is gone."),
        (replace(RUN, steps=(replace(STEP, state=StepState.VERIFIED),)), NOTHING_HELD, "left as it is"),
        (replace(RUN, steps=(SUPERSEDED, replace(STEP, position=1))), NOTHING_HELD, "left as it is"),
        (replace(RUN, steps=(SUPERSEDED,)), None, "refused: it was published since"),
        (replace(RUN, state=RunState.UNDOING), None, "refused: it is being undone"),
    ],
)
def test_each_dictionary_has_its_words(run: PublishRun, rest: RunRest | None, words: str) -> None:
    assert would_resume(run, run.steps[0], rest) == words


def test_the_dictionaries_are_named() -> None:
    assert names_of((STEP, replace(STEP, glossary_name="Trade"))) == "Law, en → de; Trade, en → de"
