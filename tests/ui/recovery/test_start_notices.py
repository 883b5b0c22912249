"""After a start, the window reports each problem of the previous run once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.editing.open_cell import OpenText
from termdesk.storage.documents.document_jobs import OpenDocuments
from termdesk.ui.recovery.start_notices import StartNotices


class Notices:
    def __init__(self) -> None:
        self.reported: list[tuple[str, str]] = []

    def say(self, title: str, text: str = "", **_others: Any) -> None:
        self.reported.append((title, text))
        self.others = _others


class Cases:
    """The use cases of the notices, with fixed results."""

    profile = "here"

    def __init__(
        self,
        *,
        unfinished: int = 0,
        kept: tuple[OpenText, ...] = (),
        documents: tuple[OpenDocuments, ...] = (),
    ) -> None:
        self.publisher = self.open_texts = self.session = self.documents = self
        self._unfinished, self._kept, self._documents = unfinished, kept, documents

    async def open_documents(self, *, elsewhere: bool = False) -> list[OpenDocuments]:
        return [each for each in self._documents if not elsewhere or each.profile != self.profile]

    async def count_unfinished(self) -> int:
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
    assert window.notices.reported == []

    run(StartNotices(window, Cases(unfinished=2)).tell_unfinished_calls())
    assert "2 calls" in window.notices.reported[0][1]
    assert len(window.notices.reported) == 1


def test_profiles_that_could_not_be_read_are_told_with_the_file_that_was_kept(window: QWidget) -> None:
    StartNotices(window, Cases()).tell_damaged_profiles(Path("/tmp/profiles.json.damaged-1"))

    [(title, text)] = window.notices.reported
    assert title == "Some profiles could not be read"
    assert "/tmp/profiles.json.damaged-1" in text


def test_settings_that_could_not_be_read_are_told_with_the_file_that_was_kept(window: QWidget) -> None:
    StartNotices(window, Cases()).tell_damaged_settings(Path("/tmp/settings.json.damaged-1"))

    [(title, text)] = window.notices.reported
    assert title == "The preferences could not be read"
    assert "/tmp/settings.json.damaged-1" in text


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

    assert len(window.notices.reported) == 1
    assert "Solar, en → es: “sol”" in window.notices.reported[0][1]


def test_documents_that_wait_are_told_with_their_service_once(window: QWidget) -> None:
    shown: list[bool] = []
    here, there = OpenDocuments("here", waiting=1), OpenDocuments("custom a:1", at_service=2)

    run(StartNotices(window, Cases()).tell_open_documents({}, lambda: None))
    assert window.notices.reported == []

    notices = StartNotices(window, Cases(documents=(here, there)))
    run(notices.tell_open_documents({"custom a:1": "The agency"}, lambda: shown.append(True)))
    run(notices.tell_open_documents({}, lambda: None))

    [(_, text)] = window.notices.reported
    assert "The agency: 2 translations to fetch" in text
    assert "here: 1 document not sent yet" in text
    assert "Connect to a service" in text
    window.notices.others["on_action"]()
    assert shown == [True]


def test_documents_of_the_service_in_use_ask_for_no_other_connection(window: QWidget) -> None:
    notices = StartNotices(window, Cases(documents=(OpenDocuments("here", unclear=1),)))

    run(notices.tell_open_documents({}, lambda: None))

    assert window.notices.reported[0][1] == "here: 1 document sent without an answer"
