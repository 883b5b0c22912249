"""The glossary with protected terms is remembered for each language that it has."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from termdesk.domain.glossary import Glossary
from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.improvement.protection_box import ProtectionBox

LAW, RAIL = (Glossary(name.lower(), name, ()) for name in ("Law", "Rail"))


def test_the_choice_is_remembered_and_comes_back(qtbot: QtBot) -> None:
    remembered = WindowMemory()
    box = ProtectionBox(remembered)
    qtbot.addWidget(box)
    assert (box.isEnabled(), box.chosen, box.chosen_id) == (False, None, "")

    box.show_glossaries([LAW, RAIL])
    box.setCurrentIndex(2)
    box.activated.emit(2)
    assert remembered.improve_glossary == "rail"
    box.show_glossaries([])
    assert box.chosen is None
    box.show_glossaries([LAW, RAIL])

    assert (box.chosen, box.chosen_id) == (RAIL, "rail")


def test_the_only_glossary_is_chosen_until_the_user_wants_none(qtbot: QtBot) -> None:
    remembered = WindowMemory()
    box = ProtectionBox(remembered)
    qtbot.addWidget(box)

    box.show_glossaries([LAW])
    assert box.chosen is LAW
    box.show_glossaries([LAW, RAIL])
    assert box.chosen is None, "which of them is meant is not known"

    box.setCurrentIndex(0)
    box.activated.emit(0)
    box.show_glossaries([LAW])
    assert box.chosen is None

    box.setCurrentIndex(1)
    box.activated.emit(1)
    box.show_glossaries([RAIL])
    assert box.chosen is RAIL


def test_it_says_whose_words_are_never_corrected(qtbot: QtBot) -> None:
    box = ProtectionBox(WindowMemory())
    qtbot.addWidget(box)

    assert "published glossary" in box.accessibleDescription()
