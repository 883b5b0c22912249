"""The files that were imported last, newest first, each to be imported again by one click."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QWidget

from termdesk.domain.window_memory import MOST_RECENT_FILES, WindowMemory
from termdesk.ui.recent_files_menu import RecentFilesMenu


def words_of(menu: RecentFilesMenu) -> list[str]:
    menu.aboutToShow.emit()
    return [action.text() for action in menu.actions() if not action.isSeparator()]


def test_each_file_is_one_click_away_newest_first(window: QWidget) -> None:
    remembered, opened = WindowMemory(), list[Path]()
    menu = RecentFilesMenu(remembered, opened.append, window)
    assert words_of(menu) == ["No file was imported yet"]

    for name in ("a.tsv", "R&D.csv", "a.tsv"):
        remembered.note_file(f"/data/{name}")
    assert words_of(menu) == ["&1  a.tsv", "&2  R&&D.csv", "&Clear this list"]

    menu.actions()[1].trigger()
    assert opened == [Path("/data/R&D.csv")]
    menu.actions()[-1].trigger()
    assert remembered.recent_files == []


def test_only_the_last_ones_are_kept(window: QWidget) -> None:
    remembered = WindowMemory()
    for number in range(MOST_RECENT_FILES + 5):
        remembered.note_file(f"/data/{number}.tsv")

    assert len(words_of(RecentFilesMenu(remembered, print, window))) == MOST_RECENT_FILES + 1
    assert remembered.recent_files[0] == f"/data/{MOST_RECENT_FILES + 4}.tsv"
