"""The filter: what its field and its menu ask for."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from termdesk.application.ordering import Arrangement, Side
from termdesk.ui.glossaries.filter_bar import FilterBar


@pytest.fixture
def bar(qtbot: QtBot) -> FilterBar:
    made = FilterBar()
    qtbot.addWidget(made)
    return made


def test_it_asks_for_everything_at_first(bar: FilterBar) -> None:
    assert bar.wanted(None, descending=False).is_everything
    assert not bar.options.isChecked()


def test_field_and_menu_become_one_wish_and_the_button_shows_that_there_are_options(
    qtbot: QtBot, bar: FilterBar
) -> None:
    with qtbot.waitSignal(bar.filter_changed):
        qtbot.keyClicks(bar.field, "a.b")
        bar._side.actions()[2].trigger()
        bar.is_pattern.trigger()
        bar.only_changed.trigger()

    assert bar.wanted(1, descending=True) == Arrangement(
        "a.b", False, 1, True, Side.TARGET, is_pattern=True, only_changed=True
    )
    assert bar.options.isChecked()


def test_clearing_takes_every_wish_back(qtbot: QtBot, bar: FilterBar) -> None:
    bar.field.setText("x")
    bar.is_negated.trigger()
    bar._side.actions()[1].trigger()
    bar.only_problems.setChecked(True)

    with qtbot.waitSignal(bar.filter_changed):
        bar.clear()

    assert not bar.is_active
    assert not bar.options.isChecked()
