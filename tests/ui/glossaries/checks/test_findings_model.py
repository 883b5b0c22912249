"""Findings as a table: ordered by severity, phrases in the direction of their language."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester

from termdesk.domain.findings.kinds import Severity
from termdesk.ui.glossaries.checks.findings_model import FindingsModel
from ui.glossaries.checks.listings import PAIRS, listing_of


def test_the_model_is_a_sound_table(qtmodeltester: ModelTester) -> None:
    model = FindingsModel()
    model.show_listing(listing_of(PAIRS), None, is_ignored=False, notes={})

    qtmodeltester.check(model)

    assert model.rowCount() == 6
    assert model.finding(model.rowCount()) is None


@pytest.fixture
def model(qapp: object) -> FindingsModel:
    made = FindingsModel()
    made.show_listing(listing_of(PAIRS), None, is_ignored=False, notes={})
    return made


def test_the_gravest_come_first_and_each_severity_is_by_row(model: FindingsModel) -> None:
    shown = [model.finding(row) for row in range(model.rowCount())]

    assert [(each.row, each.kind) for each in shown if each] == [
        (2, "empty"),
        (3, "outer_space"),
        (0, "bidi"),
        (0, "near_duplicate"),
        (1, "near_duplicate"),
        (1, "repeated_blanks"),
    ]
    assert list(model.by_row) == sorted(model.shown)
    for row, packed in enumerate(model.shown):
        assert model.position_of(packed) == row


def test_phrases_run_as_their_language_does_and_hidden_characters_are_seen(model: FindingsModel) -> None:
    rows = {model.finding(row).kind: row for row in range(model.rowCount())}
    index = model.index(rows["bidi"], 2)

    assert model.is_right_to_left(rows["bidi"])
    assert not model.is_right_to_left(rows["near_duplicate"])
    assert Qt.AlignmentFlag.AlignRight in Qt.AlignmentFlag(index.data(Qt.ItemDataRole.TextAlignmentRole))
    assert index.data() == "بريد⊲"
    spoken = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("row 1, warning, Direction control: It contains right-to-left override")


def test_a_kind_or_a_severity_is_shown_alone(model: FindingsModel) -> None:
    listing, counts = listing_of(PAIRS), {}
    for which in (Severity.HINT.value, "near_duplicate", "empty", "no such kind"):
        model.show_listing(listing, which, is_ignored=False, notes={})
        counts[which] = model.rowCount()

    assert counts == {"hint": 3, "near_duplicate": 2, "empty": 1, "no such kind": 0}


def test_a_finding_that_is_gone_leads_to_the_next_of_its_severity_or_the_last_row(model: FindingsModel) -> None:
    old = [(each, listing_of(PAIRS).finding(each)) for each in model.shown]
    model.show_listing(listing_of([*PAIRS[:2], ("fine", "فارغ"), ("lead", "قيادة")]), None, is_ignored=False, notes={})
    positions = {finding.kind: model.position_of(packed) for packed, finding in old}

    # The violations are gone, and the list begins with the warning.
    assert (positions["empty"], positions["outer_space"]) == (0, 0)
    assert positions["repeated_blanks"] == model.rowCount() - 1
    model.show_listing(listing_of([("a", "b")]), None, is_ignored=False, notes={})
    assert model.position_of(old[0][0]) is None


def test_an_explanation_ends_with_the_remedy_once(model: FindingsModel) -> None:
    finding = model.finding(0)
    assert finding is not None
    assert model.listing is not None
    remedy = model.listing.kind(finding.kind).remedy

    assert model.words(finding).count(remedy) == 1
