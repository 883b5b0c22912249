"""What a call did is judged by what the service has afterwards, and by what was seen during the call."""

from __future__ import annotations

import pytest

from termdesk.domain.entries.entries import Entries
from termdesk.domain.merging.call_outcome import (
    CallOutcome,
    CallStep,
    find_outcome,
    find_stored_parts,
    was_taken_back,
    without_parts,
)
from termdesk.domain.merging.difference import difference
from termdesk.domain.progress import NoProgress

BEFORE = {"bolt": "Schraube", "nut": "Mutter"}
AFTER = {"bolt": "Bolzen", "nut": "Mutter", "washer": "Scheibe"}
KEPT = {**BEFORE, "washer": "Scheibe"}
OTHERS = {"gear": "Zahnrad"}


def entries(targets: dict[str, str]) -> Entries:
    return Entries.of(targets.items())


STEP = CallStep(entries(BEFORE), entries(AFTER), difference(entries(BEFORE), entries(AFTER)), exists=True)


@pytest.mark.parametrize(
    ("remote", "may_keep_targets", "outcome"),
    [
        (AFTER, True, CallOutcome.APPLIED),
        (AFTER | OTHERS, True, CallOutcome.APPLIED_AMONG_OTHERS),
        (BEFORE, True, CallOutcome.NOT_APPLIED),
        (KEPT, True, CallOutcome.TARGETS_KEPT),
        (KEPT, False, CallOutcome.OVERTAKEN),
        (KEPT | OTHERS, True, CallOutcome.OVERTAKEN),
        ({f'"{source}"': f'"{target}"' for source, target in AFTER.items()}, True, CallOutcome.ADDED_QUOTES),
    ],
)
def test_the_outcome_is_what_the_service_has(
    remote: dict[str, str], may_keep_targets: bool, outcome: CallOutcome
) -> None:
    assert find_outcome(NoProgress(), STEP, entries(remote), may_keep_targets=may_keep_targets) is outcome


@pytest.mark.parametrize(
    ("remote", "is_answered", "was_seen", "is_taken_back"),
    [
        # A part is stored: after a success it was carried out, without an answer if it is at least the half.
        (KEPT, True, False, True),
        (KEPT, False, False, True),
        # Nothing is stored: only a reading during the call proves that it was.
        (BEFORE, True, False, False),
        (BEFORE, True, True, True),
        (BEFORE, False, True, True),
        (BEFORE | OTHERS, True, False, False),
        # Others wrote something else instead: the user decides.
        (KEPT | {"bolt": "Stift"}, True, True, False),
        (AFTER, True, True, False),
    ],
)
def test_what_the_service_lacks_was_taken_back_if_the_call_was_carried_out(
    remote: dict[str, str], is_answered: bool, was_seen: bool, is_taken_back: bool
) -> None:
    outcome = find_outcome(NoProgress(), STEP, entries(remote), may_keep_targets=False)

    found = was_taken_back(NoProgress(), STEP, entries(remote), outcome, is_answered=is_answered, was_seen=was_seen)

    assert found is is_taken_back


def test_less_than_the_half_without_an_answer_proves_nothing() -> None:
    after = {**AFTER, "nut": "Muttern"}
    step = CallStep(entries(BEFORE), entries(after), difference(entries(BEFORE), entries(after)), exists=True)

    for is_answered in (False, True):
        assert (
            was_taken_back(
                NoProgress(), step, entries(KEPT), CallOutcome.OVERTAKEN, is_answered=is_answered, was_seen=False
            )
            is is_answered
        )


def test_the_version_before_is_known_without_the_parts_that_are_stored() -> None:
    parts = find_stored_parts(NoProgress(), STEP, entries(KEPT | OTHERS))

    assert parts == {"washer": (None, "Scheibe")}
    assert without_parts(NoProgress(), entries(KEPT | OTHERS), parts).as_dict() == BEFORE | OTHERS
    assert without_parts(NoProgress(), entries(BEFORE | {"washer": "Ring"}), parts).as_dict() == {
        **BEFORE,
        "washer": "Ring",
    }
