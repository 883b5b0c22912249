"""Help opens at the page of the pane in front."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from termdesk.ui.shell.actions import SPECS
from termdesk.ui.shell.help_dialog import PAGES, HelpDialog, help_pages


@pytest.mark.parametrize(
    ("about", "title"), [("usage", "Usage"), ("glossaries", "Glossaries"), ("", "How Termdesk works")]
)
def test_the_page_of_the_pane_is_shown_first(qtbot: QtBot, window: QWidget, about: str, title: str) -> None:
    dialog = HelpDialog(window, help_pages(), about=about)

    assert dialog.list.currentItem().text() == title
    assert dialog.text.accessibleName() == title


def test_another_page_is_a_key_away(qtbot: QtBot, window: QWidget) -> None:
    dialog = HelpDialog(window, help_pages(), about="")
    assert "draft on this computer" in dialog.text.toPlainText()

    dialog.list.setCurrentRow(PAGES.index("translate"))

    assert "Ctrl+Enter" in dialog.text.toPlainText()


def test_no_title_is_cut(qtbot: QtBot, window: QWidget) -> None:
    dialog = HelpDialog(window, help_pages(), about="")
    with qtbot.waitExposed(dialog):
        dialog.show()

    assert dialog.list.horizontalScrollBar().maximum() == 0
    assert dialog.list.sizeHintForColumn(0) <= dialog.list.viewport().width()


def test_pages_are_short_and_name_only_menu_entries_that_exist() -> None:
    entries = {spec.text.replace("&", "").rstrip("…") for spec in SPECS}
    for title, text in help_pages():
        assert title
        assert 20 < len(text.split()) < 250
        named = [part.partition(" › ")[2] for part in text.split(". ") if " › " in part]
        for words in named:
            assert any(words.startswith(entry) for entry in entries), words


def test_the_limit_of_publishing_without_versions_is_told_once() -> None:
    found = [title for title, text in help_pages() if "overwritten unnoticed" in text]

    assert found == ["How Termdesk works"]
