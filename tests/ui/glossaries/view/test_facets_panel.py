"""The panel of facets: counts, selected values, and choices that stay visible."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTreeWidgetItem
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.view.facets import NOTHING, Facet
from termdesk.application.glossaries.view.view_query import ViewQuery
from termdesk.ui.glossaries.view.facets_panel import FacetsPanel

CHECKED, UNCHECKED = Qt.CheckState.Checked, Qt.CheckState.Unchecked
COUNTS: Mapping[Facet, Mapping[str, int]] = {
    Facet.VIOLATION: {"duplicate": 2, "empty": 1_000, NOTHING: 7},
    Facet.DOMAIN: {NOTHING: 10},
}


@pytest.fixture
def panel(qtbot: QtBot) -> FacetsPanel:
    made = FacetsPanel([Facet.VIOLATION, Facet.DOMAIN, Facet.SOURCE_WORDS])
    qtbot.addWidget(made)
    made.show_counts(COUNTS, ViewQuery())
    return made


def facet_item(panel: FacetsPanel, facet: Facet) -> QTreeWidgetItem:
    return panel._items[facet]


def rows_of(panel: FacetsPanel, facet: Facet) -> list[tuple[str, str, bool]]:
    item = facet_item(panel, facet)
    children = [item.child(position) for position in range(item.childCount())]
    return [(each.text(0), each.text(1), each.checkState(0) == CHECKED) for each in children if each]


def test_values_stand_in_their_order_with_counts(panel: FacetsPanel) -> None:
    assert rows_of(panel, Facet.VIOLATION) == [
        ("Empty phrase", "1,000", False),
        ("Same source twice", "2", False),
        ("No problem", "7", False),
    ]


def test_a_facet_that_no_row_has_is_hidden_unless_it_filters(panel: FacetsPanel) -> None:
    assert facet_item(panel, Facet.DOMAIN).isHidden()

    panel.show_counts(COUNTS, ViewQuery().with_values(Facet.DOMAIN, frozenset({"law"})))

    assert not facet_item(panel, Facet.DOMAIN).isHidden()
    assert rows_of(panel, Facet.DOMAIN)[0] == ("law", "0", True)


def test_a_tick_asks_for_all_ticked_values_of_its_facet(qtbot: QtBot, panel: FacetsPanel) -> None:
    panel.show_choices(ViewQuery().with_values(Facet.VIOLATION, frozenset({"empty"})))
    child = facet_item(panel, Facet.VIOLATION).child(1)
    assert child is not None

    with qtbot.waitSignal(panel.chosen) as asked:
        child.setCheckState(0, CHECKED)

    assert asked.args == [Facet.VIOLATION, frozenset({"empty", "duplicate"})]


def test_choices_that_are_shown_are_not_asked_for(qtbot: QtBot, panel: FacetsPanel) -> None:
    with qtbot.assertNotEmitted(panel.chosen):
        panel.show_choices(ViewQuery().with_values(Facet.VIOLATION, frozenset({NOTHING})))
        panel.show_counts(COUNTS, ViewQuery().with_values(Facet.VIOLATION, frozenset({"empty"})))

    assert [is_on for _, _, is_on in rows_of(panel, Facet.VIOLATION)] == [True, False, False]
    assert facet_item(panel, Facet.VIOLATION).text(1) == "on"


def test_only_open_facets_are_counted_and_one_that_opens_says_so(qtbot: QtBot, panel: FacetsPanel) -> None:
    assert panel.open_facets() == [Facet.VIOLATION, Facet.DOMAIN]

    with qtbot.waitSignal(panel.opened):
        facet_item(panel, Facet.SOURCE_WORDS).setExpanded(True)

    assert panel.open_facets() == [Facet.VIOLATION, Facet.DOMAIN, Facet.SOURCE_WORDS]


def test_the_current_value_stays_current_when_others_come(panel: FacetsPanel) -> None:
    child = facet_item(panel, Facet.VIOLATION).child(1)
    panel.tree.setCurrentItem(child)

    panel.show_counts({Facet.VIOLATION: {"duplicate": 1, "too_long": 1}}, ViewQuery())

    assert panel.tree.currentItem().text(0) == "Same source twice"


def test_escape_closes_the_panel(qtbot: QtBot, panel: FacetsPanel) -> None:
    with qtbot.waitSignal(panel.closed):
        qtbot.keyClick(panel, Qt.Key.Key_Escape)
