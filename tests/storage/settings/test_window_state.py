"""The window's state is restored, and its damage never prevents a start."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from termdesk.domain.window_memory import LibraryMemory, WindowMemory
from termdesk.storage.settings.window_state import WindowState


def test_values_come_back_after_a_restart(tmp_path: Path) -> None:
    state = WindowState(tmp_path / "windows.json")
    state.memory.geometry = "AdnQywAD"
    state.memory.library = LibraryMemory(open=["g1"], chosen=["g1", "en-es"])

    state.save()

    again = WindowState(tmp_path / "windows.json")
    assert again.memory.geometry == "AdnQywAD"
    assert again.memory.library == LibraryMemory(open=["g1"], chosen=["g1", "en-es"])
    assert again.memory.grid_zoom == 0


class Disk:
    """A disk that waits until `go_on` is set. `threads` are those that write."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go_on = threading.Event()
        self.threads: list[threading.Thread] = []
        sync = os.fsync

        def wait_and_sync(descriptor: int) -> None:
            self.threads.append(threading.current_thread())
            assert self.go_on.wait(30)
            sync(descriptor)

        monkeypatch.setattr(os, "fsync", wait_and_sync)


def wait_for_writing() -> None:
    for each in threading.enumerate():
        if each.name == "window state":
            each.join(30)


def test_saving_in_the_background_does_not_wait_for_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk, path = Disk(monkeypatch), tmp_path / "windows.json"
    state = WindowState(path)
    state.memory.geometry = "first"
    state.save_in_background()
    state.memory.geometry = "second"
    state.save_in_background()

    disk.go_on.set()
    wait_for_writing()

    assert threading.current_thread() not in disk.threads
    assert WindowState(path).memory.geometry == "second"


def test_what_is_saved_last_is_written_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk, path = Disk(monkeypatch), tmp_path / "windows.json"
    state = WindowState(path)
    for each in ("first", "second"):
        state.memory.geometry = each
        state.save_in_background()
    state.memory.geometry = "third"
    threading.Timer(0.01, disk.go_on.set).start()
    state.save()
    wait_for_writing()

    assert WindowState(path).memory.geometry == "third"


def test_what_could_not_be_written_is_written_at_the_next_save(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "windows.json"
    state = WindowState(path)
    state.memory.geometry = "x"
    path.parent.touch()
    state.save_in_background()
    wait_for_writing()
    path.parent.unlink()
    path.parent.mkdir()

    state.save()

    assert WindowState(path).memory.geometry == "x"


def test_nothing_is_written_where_nothing_changed(tmp_path: Path) -> None:
    state = WindowState(tmp_path / "windows.json")

    state.save()

    assert not (tmp_path / "windows.json").exists()


@pytest.mark.scorecard("S32")
def test_a_damaged_or_unreadable_file_opens_windows_as_usual(tmp_path: Path) -> None:
    (tmp_path / "damaged.json").write_text("{{{")
    (tmp_path / "folder.json").mkdir()

    damaged, folder = WindowState(tmp_path / "damaged.json"), WindowState(tmp_path / "folder.json")
    folder.memory.geometry = "x"
    folder.save()

    assert damaged.memory.geometry == ""
    assert folder.memory.geometry == "x"


def test_a_value_that_would_not_come_back_is_told_to_who_sets_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    state = WindowState(tmp_path / "windows.json")

    state.memory.grid_zoom = "large"  # type: ignore[assignment]
    state.memory.pane = 2
    state.save()

    assert "'grid_zoom'" in caplog.text
    assert WindowState(tmp_path / "windows.json").memory == WindowMemory(pane=2)


def test_what_was_set_aside_comes_back_though_the_window_that_took_it_back_closes_empty(tmp_path: Path) -> None:
    path = tmp_path / "windows.json"
    before = WindowState(path)
    before.memory.translate_text = "half a letter"
    before.memory.improve_text = "another one"
    before.save()
    safe = WindowState.set_aside(path)
    assert safe.memory.translate_text == ""

    safe.take_back()
    safe.memory.translate_text = ""
    safe.memory.improve_text = "typed since"
    safe.save()

    again = WindowState(path)
    assert (again.memory.translate_text, again.memory.improve_text) == ("half a letter", "typed since")


def test_what_stays_set_aside_is_not_mixed_with_what_is_remembered_since(tmp_path: Path) -> None:
    path = tmp_path / "windows.json"
    before = WindowState(path)
    before.memory.translate_text = "half a letter"
    before.save()

    safe = WindowState.set_aside(path)
    safe.memory.translate_text = ""
    safe.save()

    assert WindowState(path).memory.translate_text == ""


@pytest.mark.parametrize("is_taken_back", [True, False])
def test_what_is_forgotten_is_nowhere_on_the_disk(tmp_path: Path, is_taken_back: bool) -> None:
    path = tmp_path / "windows.json"
    before = WindowState(path)
    before.memory.translate_text = "half a letter"
    before.save()
    safe = WindowState.set_aside(path)
    if is_taken_back:
        safe.take_back()

    safe.forget_drafts()

    assert not [each.name for each in tmp_path.iterdir() if "half a letter" in each.read_text()]
