"""Every use case of the program can be made without a window."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from functools import cached_property
from pathlib import Path

from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.session.session import Session
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.records import Records
from termdesk.storage.settings.settings_store import SettingsStore


def test_each_use_case_is_made_once_and_closed(tmp_path: Path) -> None:
    async def make() -> None:
        folders = Folders.under(tmp_path)
        session = Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None))
        async with Records(folders.data / "termdesk.db") as records:
            cases = LazyUseCases(session, records)
            names = [
                name for name, member in vars(LazyUseCases).items() if isinstance(member, property | cached_property)
            ]
            assert "publisher" in names
            for name in names:
                assert getattr(cases, name) is getattr(cases, name)
            await cases.close()

    asyncio.run(make())


def test_no_window_is_needed_for_them() -> None:
    script = "import sys, termdesk.application.lazy_use_cases; print('PySide6' in sys.modules)"

    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert done.stdout == "False\n"
