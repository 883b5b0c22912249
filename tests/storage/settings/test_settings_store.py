"""Settings and the window's memory are in one store, and each survives the loss of the other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from termdesk.domain.settings import Settings
from termdesk.storage.files.folders import Folders
from termdesk.storage.settings.settings_store import SettingsStore


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return Folders.under(tmp_path)


def filled(folders: Folders) -> SettingsStore:
    store = SettingsStore(folders)
    store.settings.save(replace(Settings(), theme="dark"))
    store.window.memory.grid_zoom = 3
    store.window.save()
    return store


def test_both_come_back_after_a_restart(folders: Folders) -> None:
    filled(folders)

    again = SettingsStore(folders)

    assert again.settings.load().theme == "dark"
    assert again.window.memory.grid_zoom == 3


def test_a_memory_that_is_set_aside_leaves_the_settings_alone(folders: Folders) -> None:
    filled(folders)
    store = SettingsStore(folders)

    aside = store.set_window_aside()

    assert store.window is aside
    assert store.window.memory.grid_zoom == 0
    assert store.settings.load().theme == "dark"
    aside.take_back()
    assert store.window.memory.grid_zoom == 3
