"""The window's state comes back, and never costs a start."""

from __future__ import annotations

from pathlib import Path

from termdesk.storage.window_state import WindowState


def test_values_come_back_after_a_restart(tmp_path: Path) -> None:
    state = WindowState(tmp_path / "windows.json")
    state.set("geometry", "AdnQywAD")
    state.set("open", [{"pair": "en-es"}])

    state.save()

    again = WindowState(tmp_path / "windows.json")
    assert again.get("geometry") == "AdnQywAD"
    assert again.get("open") == [{"pair": "en-es"}]
    assert again.get("never set", 3) == 3


def test_nothing_is_written_where_nothing_changed(tmp_path: Path) -> None:
    state = WindowState(tmp_path / "windows.json")

    state.save()

    assert not (tmp_path / "windows.json").exists()


def test_a_damaged_or_unreadable_file_opens_windows_as_usual(tmp_path: Path) -> None:
    (tmp_path / "damaged.json").write_text("{{{")
    (tmp_path / "folder.json").mkdir()

    damaged, folder = WindowState(tmp_path / "damaged.json"), WindowState(tmp_path / "folder.json")
    folder.set("geometry", "x")
    folder.save()

    assert damaged.get("geometry") is None
    assert folder.get("geometry") == "x"
