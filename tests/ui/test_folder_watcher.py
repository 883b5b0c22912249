from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from termdesk.ui.folder_watcher import FolderWatcher


def test_a_burst_of_changes_is_told_once_it_is_over(qtbot: QtBot, tmp_path: Path) -> None:
    known = tmp_path / "a.tsv"
    known.write_text("1")
    watcher = FolderWatcher(quiet=50)
    watcher.watch({str(tmp_path), str(known), str(tmp_path / "gone")})
    reported: list[None] = []
    watcher.changed.connect(lambda: reported.append(None))

    with qtbot.waitSignal(watcher.changed, timeout=30_000):
        for number in range(5):
            (tmp_path / f"{number}.tsv").write_text("1")
    # Written in place, which changes no name in the folder.
    with qtbot.waitSignal(watcher.changed, timeout=30_000):
        known.write_text("12")

    assert 2 <= len(reported) <= 4


def test_folders_that_are_watched_no_longer_are_quiet(qtbot: QtBot, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        folder.mkdir()
    watcher = FolderWatcher(quiet=20)
    watcher.watch({str(first)})
    watcher.watch({str(second)})
    reported: list[str] = []
    watcher.changed.connect(lambda: reported.append(""))

    (first / "a").write_text("1")
    with qtbot.waitSignal(watcher.changed, timeout=30_000):
        (second / "a").write_text("1")

    assert watcher._watcher is not None
    assert watcher._watcher.directories() == [str(second)]
    watcher.watch(())
    assert watcher._watcher.directories() == []


def test_a_second_look_is_told_after_a_moment(qtbot: QtBot) -> None:
    watcher = FolderWatcher(quiet=20)

    with qtbot.waitSignal(watcher.changed, timeout=30_000):
        watcher.look_again()


def test_without_a_folder_nothing_is_watched() -> None:
    watcher = FolderWatcher()

    watcher.watch(())

    assert watcher._watcher is None
