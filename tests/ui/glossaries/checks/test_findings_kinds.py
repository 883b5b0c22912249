"""The tree of kinds: counts below each severity, and a selection that is kept."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from termdesk.ui.glossaries.checks.findings_kinds import FindingsKinds
from ui.glossaries.checks.listings import PAIRS, listing_of


@pytest.fixture
def kinds(qtbot: QtBot) -> FindingsKinds:
    made = FindingsKinds()
    qtbot.addWidget(made)
    show(made, PAIRS)
    return made


def show(kinds: FindingsKinds, pairs: list[tuple[str, str]]) -> None:
    listing = listing_of(pairs)
    kinds.show_counts(listing, listing.open.counts)


def choose(kinds: FindingsKinds, title: str) -> None:
    [item] = kinds.findItems(title, Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchRecursive, 0)
    kinds.setCurrentItem(item)


def test_all_are_chosen_at_first(kinds: FindingsKinds) -> None:
    assert (kinds.which, kinds.is_one_kind) == (None, False)


@pytest.mark.parametrize(
    ("title", "which", "is_one"), [("Hints", "hint", False), ("Near-duplicate", "near_duplicate", True)]
)
def test_a_choice_is_told_and_stays_when_counts_change(
    qtbot: QtBot, kinds: FindingsKinds, title: str, which: str, is_one: bool
) -> None:
    with qtbot.waitSignal(kinds.chosen):
        choose(kinds, title)

    with qtbot.assertNotEmitted(kinds.chosen):
        show(kinds, PAIRS[:2])

    assert (kinds.which, kinds.is_one_kind) == (which, is_one)


def test_a_kind_that_is_gone_gives_way_to_all(kinds: FindingsKinds) -> None:
    choose(kinds, "Empty phrase")

    show(kinds, PAIRS[:2])

    assert kinds.which is None


def test_every_title_has_room(kinds: FindingsKinds) -> None:
    kinds.resize(kinds.comfortable_width(), 400)
    kinds.show()
    for item in kinds.findItems("", Qt.MatchFlag.MatchContains | Qt.MatchFlag.MatchRecursive, 0):
        indented = kinds.indentation() * (2 if item.parent() else 1)
        needed = kinds.fontMetrics().horizontalAdvance(item.text(0)) + indented
        assert needed <= kinds.columnWidth(0), item.text(0)
