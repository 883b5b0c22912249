"""What of an unfinished run is resumed as it was shown, and why the rest is not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from termdesk.application.failures import PublishViolation
from termdesk.application.glossaries.publishing.run_plan import LeftOut, RunPlan, StepPlan
from termdesk.application.glossaries.publishing.run_rest import split_rest
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Method
from termdesk.domain.merging.merge import Conflict
from termdesk.messages.glossary_messages import HoldReason
from termdesk.storage.journal import DraftRecord
from termdesk.storage.publishing.publish_runs import PublishStep, StepState, new_run

PAIR = LanguagePair("en", "de")
STEP = PublishStep(0, "d0", "g", "Law", PAIR, "shown", added=1, changed=0, removed=0)


def draft(draft_id: str) -> DraftRecord:
    return DraftRecord(
        draft_id=draft_id,
        profile="local",
        glossary_key="g",
        glossary_id="g",
        glossary_name="Law",
        pair=PAIR,
        base=None,
        start="s",
        entry_count=1,
        changed_at=0.0,
    )


PLAN = StepPlan(draft("d0"), Method.MERGE, added=1, changed=0, removed=0, entry_count=1, change_hash="shown")
CONFLICT = Conflict("house", "Haus", "Heim", "Bau")


def test_what_is_as_it_was_shown_is_sent_and_the_rest_is_kept() -> None:
    steps = [replace(STEP, position=number, draft_id=f"d{number}") for number in range(5)]
    steps[4] = replace(steps[4], state=StepState.VERIFIED)
    run = new_run("r", "local", steps)
    other = replace(PLAN, draft=draft("d1"), change_hash="another")
    left_out = LeftOut(draft("d2"), "The service has no such pair.")

    rest = split_rest(RunPlan("Office", (PLAN, other), (left_out,), run, gone=(steps[3],)))

    assert rest.plan.going == [PLAN]
    assert [(each.step.draft_id, each.reason, each.plan) for each in rest.held] == [
        ("d1", HoldReason.OTHER_PLAN(), other),
        ("d2", "The service has no such pair.", None),
        ("d3", HoldReason.DRAFT_GONE(), None),
    ]
    assert rest.plan.held == (steps[1], steps[2])
    assert rest.unseen == ()
    assert not rest.is_complete


@pytest.mark.parametrize(
    ("plan", "reason"),
    [
        (replace(PLAN, conflicts=(CONFLICT,), needs_merge=True), HoldReason.CONFLICTS(1)),
        (replace(PLAN, needs_merge=True), HoldReason.OTHERS_CHANGED()),
        (replace(PLAN, violations=(PublishViolation("A phrase is empty."),)), "A phrase is empty."),
        (replace(PLAN, needs_typed_confirmation=True, removed=300), HoldReason.REMOVES_MANY(300)),
        (replace(PLAN, is_gone_from_service=True), HoldReason.GONE_FROM_SERVICE()),
    ],
)
def test_a_plan_that_nobody_saw_is_sent_only_if_it_needs_no_decision(plan: StepPlan, reason: str) -> None:
    run = new_run("r", "local", [replace(STEP, change_hash="")])

    held = split_rest(RunPlan("Office", (plan,), run=run))
    sent = split_rest(RunPlan("Office", (PLAN,), run=run))

    assert [each.reason for each in held.held] == [reason]
    assert held.plan.going == []
    assert (sent.plan.going, sent.unseen) == ([PLAN], (PLAN,))


def test_a_run_of_which_only_drafts_are_missing_is_complete() -> None:
    assert split_rest(RunPlan("Office", (), run=new_run("r", "local", [STEP]), gone=(STEP,))).is_complete
