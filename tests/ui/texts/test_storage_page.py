"""The page shows what the current settings store and where, with the real paths."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget

from termdesk.application.session.session import Session
from termdesk.application.texts.history import TextHistory
from termdesk.ui.texts.storage_page import StoragePage


@pytest.fixture
def page(window: QWidget, history: TextHistory) -> StoragePage:
    made = StoragePage(history)
    made.read()
    return made


def column(page: StoragePage, position: int) -> list[str]:
    return [page.table.item(row, position).text() for row in range(page.table.rowCount())]


def test_every_place_is_in_a_folder_of_the_program(page: StoragePage, session: Session, tmp_path: Path) -> None:
    positions = [position.strip("\u2066\u2069") for position in column(page, 1)]
    paths = [position for position in positions if "/" in position]

    assert len(paths) == len(positions) - 1, "one thing is only in memory"
    assert all(Path(path).is_relative_to(tmp_path) for path in paths)
    assert len(set(column(page, 0))) == len(positions)


def test_paths_are_written_from_left_to_right_in_a_mirrored_window(page: StoragePage) -> None:
    assert all(position.startswith("\u2066") and position.endswith("\u2069") for position in column(page, 1))


def test_how_long_follows_the_settings(page: StoragePage, history: TextHistory) -> None:
    history.set_keeping(True, 12)
    page.read()
    kept = column(page, 2)
    assert "12" in kept[0]

    history.set_keeping(False, 12)
    page.read()
    changed = [row for row, words in enumerate(column(page, 2)) if words != kept[row]]

    assert "stay until you delete" in column(page, 2)[0]
    assert "Stored verdicts stay until you delete the set." in column(page, 2)[4]
    assert changed == [0, 1, 4], "texts, unfinished ones and those of spot-checks; the rest is kept as before"
