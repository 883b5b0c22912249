"""A pasted status that does not exist is reported with its row; everything else is pasted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from termdesk.domain.entries.entries import SOURCE
from termdesk.domain.entries.entry_detail import PREFERRED
from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
from termdesk.ui.glossaries.dictionary.pasted_statuses import find_unknown
from termdesk.ui.glossaries.sheet.clipboard import copy, format_block
from termdesk.ui.shell.notices import Notices
from termdesk.ui.widgets.dialogs import Question

Opened = Callable[[type[Any]], Any]
BLOCK = [["weir", "Wehr", "preferred"], ["tap", "Hahn", "good"], ["dam", "Damm"], ["pipe", "Rohr", ""]]


@pytest.mark.parametrize(
    ("block", "words"),
    [
        (BLOCK, {1: "good"}),
        ([["a", "b", "ok"], ["c", "d", "ok"], ["e", "f", "new"]], {0: "ok", 1: "ok", 2: "new"}),
        ([["a", "b", "Forbidden"]], {}),
        ([], {}),
    ],
)
def test_unknown_statuses_are_found_with_their_rows(block: Sequence[Sequence[str]], words: dict[int, str]) -> None:
    found = find_unknown(block, 2)

    assert found.words == words
    assert ("Preferred, Admitted, Forbidden" in found.remedy) is bool(words)


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("is_agreed", [True, False])
def test_the_rest_is_pasted_if_the_user_agrees(
    qtbot: QtBot,
    qt_loop: asyncio.AbstractEventLoop,
    opening_page: Callable[[Sequence[tuple[str, str]]], DictionaryPage],
    opened: Opened,
    notices: Notices,
    is_agreed: bool,
) -> None:
    page = opening_page([("", "")])
    page.looks.show_details(True)
    page.grid.go_to(0, SOURCE)
    copy(*format_block(BLOCK))
    task = qt_loop.create_task(page.paste()())
    question = opened(Question)
    words = " ".join(label.text() for label in question.findChildren(QLabel))
    if is_agreed:
        question.accept_button.click()
    else:
        question.reject()
    qtbot.waitUntil(task.done)
    task.result()

    assert "1 row has a status that does not exist" in words
    assert "In row 2 of what you paste it is “good”." in words
    assert "Preferred, Admitted, Forbidden" in words
    entries = page.dictionary.entries
    assert list(entries.sources) == (["weir", "tap", "dam", "pipe"] if is_agreed else [""])
    if is_agreed:
        assert [entries.detail(row).status for row in range(4)] == [PREFERRED, "", "", ""]
    assert notices.texts() == []
