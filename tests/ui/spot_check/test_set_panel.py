"""The list of sets."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.spot_check.sentence_set import SentenceSet
from termdesk.ui.spot_check.set_panel import SetPanel

PAIR = LanguagePair("en", "es")
SETS = [SentenceSet("a", "Pumps", PAIR, client="ACME"), SentenceSet("b", "Wells", PAIR)]


def test_sets_are_listed_with_what_tells_them_apart_and_one_is_chosen(qtbot: QtBot) -> None:
    panel = SetPanel()
    qtbot.addWidget(panel)
    chosen: list[str] = []
    panel.chosen.connect(chosen.append)
    assert not panel.delete_button.isEnabled()

    panel.show_sets(SETS, chosen="b")
    panel.show_sets(SETS, chosen="b")
    panel.choose("a")
    panel.show_sets(SETS[1:], chosen="a")
    panel.show_sets([], chosen="")

    assert chosen == ["b", "a", "b", ""]
    assert not panel.edit_button.isEnabled()


def test_a_line_names_client_and_languages(qtbot: QtBot) -> None:
    panel = SetPanel()
    qtbot.addWidget(panel)

    panel.show_sets(SETS, chosen="")

    assert panel.list.item(0).text() == "Pumps · ACME · en → es"
    assert panel.set_id == "a"
