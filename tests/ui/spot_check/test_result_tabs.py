"""The tabs of a set."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from support.spot_check_results import made_result
from termdesk.ui.spot_check.result_tabs import ResultTabs


def test_results_have_tabs_once_there_are_some(qtbot: QtBot) -> None:
    tabs = ResultTabs()
    qtbot.addWidget(tabs)
    assert [tabs.isTabVisible(position) for position in range(4)] == [True, False, False, False]
    assert tabs.chosen_entry() is None

    tabs.show_result(made_result())
    tabs.show_terms()
    assert tabs.chosen_entry() == ("valve", "válvula")

    tabs.show_result(None)
    assert tabs.currentWidget() is tabs.sentences


def test_a_term_leads_to_its_sentence_and_a_sentence_to_its_missed_term(qtbot: QtBot) -> None:
    tabs = ResultTabs()
    qtbot.addWidget(tabs)
    tabs.show_result(made_result())
    tabs.show_terms()

    tabs.terms.sentence_asked.emit(1)
    assert tabs.currentWidget() is tabs.translations
    assert tabs.chosen_entry() == ("pump", "bomba")

    tabs.translations.show_sentence(0)
    assert tabs.chosen_entry() == ("valve", "válvula")
