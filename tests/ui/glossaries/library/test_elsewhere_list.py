"""The glossaries of other services are below the library, each with its service."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.library.drafts_elsewhere import GlossaryElsewhere
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.journal import DraftRecord
from termdesk.ui.glossaries.library.elsewhere_list import ElsewhereList


def glossary(profile: str, name: str) -> GlossaryElsewhere:
    draft = DraftRecord("draft", profile, f"local-{name}", None, name, LanguagePair("en", "de"), None, "", 3, 0.0)
    return GlossaryElsewhere(profile, name, (draft,))


def test_it_names_the_service_and_asks_by_a_click_or_enter(qtbot: QtBot, window: QWidget) -> None:
    below = ElsewhereList(window)
    QVBoxLayout(window).addWidget(below)
    assert below.isHidden()

    law, rail = glossary("deepl", "Law"), glossary("custom terms.example.org", "Rail")
    below.show_glossaries([law, rail], {})

    assert [below.list.item(row).text() for row in range(2)] == ["Law · DeepL", "Rail · terms.example.org"]
    qtbot.waitUntil(below.isVisible)
    position = below.list.visualItemRect(below.list.item(1)).center()
    with qtbot.waitSignal(below.bring_asked) as asked:
        qtbot.mouseClick(below.list.viewport(), Qt.MouseButton.LeftButton, pos=position)
    assert asked.args == [rail]
    below.list.setCurrentRow(0)
    with qtbot.waitSignal(below.bring_asked) as asked:
        qtbot.keyClick(below.list, Qt.Key.Key_Return)
    assert asked.args == [law]

    below.show_glossaries([law], {})
    assert below.list.currentItem().text() == "Law · DeepL"
    below.show_glossaries([], {})
    assert below.isHidden()


def test_a_service_has_the_name_that_the_user_gave_it(window: QWidget) -> None:
    below = ElsewhereList(window)

    below.show_glossaries([glossary("custom terms.example.org", "Rail")], {"custom terms.example.org": "Agency"})

    item = below.list.item(0)
    assert item.text() == "Rail · Agency"
    assert "Agency" in item.data(Qt.ItemDataRole.AccessibleTextRole)


def test_a_locked_one_says_that_it_stays_here(window: QWidget) -> None:
    below = ElsewhereList(window)
    below.show_glossaries([replace(glossary("deepl", "Law"), is_local_only=True)], {})
    item = below.list.item(0)

    assert item.text() == "Law · DeepL · stays on this computer"
    assert not item.icon().isNull()
    assert "stays on this computer" in item.data(Qt.ItemDataRole.AccessibleTextRole)
