"""Conflicts with base and both versions: none is resolved by default, and a choice can be undone."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.merge import Conflict
from termdesk.ui.glossaries.difference.conflict_model import ConflictColumn, ConflictModel

pytestmark = pytest.mark.scorecard("R16")

CONFLICTS = (Conflict("tree", "Baum", "R&D", "Eiche"), Conflict("sea", None, "Meer", None))
Role, Check = Qt.ItemDataRole, Qt.CheckState
LOCAL, REMOTE = ConflictColumn.LOCAL, ConflictColumn.REMOTE


@pytest.fixture
def model(qapp: object) -> ConflictModel:
    return ConflictModel(CONFLICTS, LanguagePair("en", "de"))


def test_the_model_keeps_qts_rules(model: ConflictModel, qtmodeltester: Any) -> None:
    qtmodeltester.check(model)


def test_base_and_both_versions_are_shown_and_what_is_missing_is_said(model: ConflictModel) -> None:
    rows = [[model.index(row, column).data() for column in ConflictColumn] for row in range(2)]

    assert rows == [["tree", "Baum", "R&D", "Eiche"], ["sea", "(was not there)", "Meer", "(removed)"]]
    assert model.index(0, LOCAL).data(Role.AccessibleTextRole) == "my version: R&D"
    assert model.index(1, REMOTE).data(Role.AccessibleTextRole) == "On the service: (removed)"


def test_a_box_takes_a_version_and_gives_it_back(model: ConflictModel) -> None:
    assert (model.open_rows, model.choices()) == ([0, 1], {})
    tick = Check.Checked.value

    assert model.setData(model.index(0, REMOTE), tick, Role.CheckStateRole)
    assert model.setData(model.index(1, LOCAL), tick, Role.CheckStateRole)
    assert model.choices() == {"tree": "Eiche", "sea": "Meer"}
    assert model.setData(model.index(0, LOCAL), tick, Role.CheckStateRole)
    states = [model.index(0, side).data(Role.CheckStateRole) for side in (LOCAL, REMOTE)]
    assert states == [Check.Checked, Check.Unchecked]

    assert model.setData(model.index(0, LOCAL), Check.Unchecked.value, Role.CheckStateRole)
    assert model.open_rows == [0]
    assert not model.setData(model.index(0, ConflictColumn.BASE), tick, Role.CheckStateRole)
    assert not model.setData(model.index(0, LOCAL), "text", Role.EditRole)


def test_open_and_chosen_cells_do_not_differ_by_color_alone(model: ConflictModel) -> None:
    model.choose([0], LOCAL)

    assert model.index(0, LOCAL).data(Role.FontRole).bold()
    grounds = {model.index(row, LOCAL).data(Role.BackgroundRole).name() for row in range(2)}
    assert len(grounds) == 2
