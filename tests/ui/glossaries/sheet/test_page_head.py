"""The head of a page at all window widths: the name is always complete, buttons are hidden first."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from termdesk.ui.glossaries.sheet.page_head import PageHead
from termdesk.ui.shell.actions import Actions

BUTTONS = (
    ("multilingual_view", "One language", "glossaries"),
    ("insert_row", "Insert row", "add"),
    ("export_file", "Export…", "export"),
    ("publish", "Publish all…", "publish"),
)


@pytest.fixture
def head(window: QWidget) -> PageHead:
    made = PageHead("multilingual", Actions(window), BUTTONS, prefix="", page=window, focus_grid=window.setFocus)
    made.title.setText("Parts")
    made.subtitle.setText("English → 5 languages · drafts on this computer")
    made.show()
    return made


def said(head: PageHead) -> list[str]:
    return [button.text() for button in head.findChildren(QPushButton)]


def test_words_below_the_name_are_whole_before_buttons_have_theirs(head: PageHead) -> None:
    some = []
    for width in (1200, 740, 650, 560):
        head.resize(width, 44)
        QApplication.processEvents()
        assert head.subtitle.shown_text() == head.subtitle.text(), width
        some.append(sum(map(bool, said(head))))
    assert some[0] == 4
    assert some == sorted(some, reverse=True)
    head.resize(360, 44)

    assert said(head) == ["", "", "", ""]


def test_the_primary_button_keeps_its_words_longest(head: PageHead) -> None:
    head.resize(650, 44)

    assert said(head)[-1] == "Publish all…"
    assert "" in said(head)


def test_buttons_give_way_when_there_is_more_to_say(qtbot: QtBot, head: PageHead) -> None:
    head.resize(760, 44)
    before = sum(map(bool, said(head)))
    head.subtitle.setText("English → 5 languages · 2 not shown · 3 of them drafts on this computer")
    qtbot.waitUntil(lambda: sum(map(bool, said(head))) < before)
    head.subtitle.setText("English → Thai")

    qtbot.waitUntil(lambda: sum(map(bool, said(head))) == 4)


def test_publish_names_its_service_and_is_primary_only_when_it_has_something_to_send(window: QWidget) -> None:
    actions = Actions(window)
    head = PageHead("multilingual", actions, BUTTONS, prefix="", page=window, focus_grid=window.setFocus)
    publish = head.findChild(QPushButton, "publish")
    assert publish is not None
    assert publish.property("role") == "primary"

    head.show_primary(False)
    actions["publish"].setText("&Publish to Office…")

    assert publish.property("role") == ""
    assert "Publish to Office…" in publish.toolTip()
    head.show_primary(True)
    assert publish.property("role") == "primary"


def test_a_head_that_is_gone_no_longer_follows_its_action(qtbot: QtBot, window: QWidget) -> None:
    actions, page = Actions(window), QWidget(window)
    head = PageHead("multilingual", actions, BUTTONS, prefix="", page=page, focus_grid=page.setFocus)
    with qtbot.waitSignal(head.destroyed):
        page.deleteLater()

    with qtbot.captureExceptions() as raised:
        actions["publish"].setText("&Publish to Office…")

    assert raised == []
