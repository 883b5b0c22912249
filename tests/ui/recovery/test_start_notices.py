"""After a start the window tells about the run before, each matter once."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.editing.open_cell import OpenText
from termdesk.ui.recovery.start_notices import StartNotices


class Notices:
    def __init__(self) -> None:
        self.told: list[tuple[str, str]] = []

    def say(self, title: str, text: str = "", **_others: Any) -> None:
        self.told.append((title, text))


class Cases:
    """The use cases that the notices ask, with answers of ours."""

    profile = "here"

    def __init__(self, *, unfinished: int = 0, kept: tuple[OpenText, ...] = ()) -> None:
        self.publisher = self.open_texts = self.session = self
        self._unfinished, self._kept = unfinished, kept

    async def unfinished(self) -> int:
        return self._unfinished

    async def all(self, _profile: str) -> tuple[OpenText, ...]:
        return self._kept


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    window.notices = Notices()
    qtbot.addWidget(window)
    return window


def run(work: Any) -> None:
    with pytest.raises(StopIteration):
        work.send(None)


def test_calls_of_unknown_outcome_are_counted(window: QWidget) -> None:
    run(StartNotices(window, Cases(unfinished=0)).tell_unfinished_calls())
    assert window.notices.told == []

    run(StartNotices(window, Cases(unfinished=2)).tell_unfinished_calls())
    assert "2 calls" in window.notices.told[0][1]
    assert len(window.notices.told) == 1


def test_texts_that_were_being_typed_are_told_once(window: QWidget) -> None:
    kept = OpenText(
        owner="draft",
        profile="here",
        title="Solar, en → es",
        row=0,
        column_name="1",
        source="sun",
        before="",
        text="sol",
    )
    notices = StartNotices(window, Cases(kept=(kept,)))

    run(notices.tell_open_texts())
    run(notices.tell_open_texts())

    assert len(window.notices.told) == 1
    assert "Solar, en → es: “sol”" in window.notices.told[0][1]
