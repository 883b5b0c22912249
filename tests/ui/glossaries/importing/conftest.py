"""Files that are read as the import dialog reads them."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from termdesk.application.glossaries.importing.importer import ImportChoices, Importer
from termdesk.application.glossaries.importing.preview import ImportPreview
from termdesk.application.glossaries.library.library import Library
from termdesk.application.session.session import Session
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.records import Records
from termdesk.storage.settings.settings_store import SettingsStore

Finish = Callable[[Coroutine[Any, Any, Any]], Any]


@pytest.fixture
def importer(records: Records, tmp_path: Path) -> Importer:
    folders = Folders.under(tmp_path / "home")
    session = Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None))
    return Importer(Library(session, records))


@pytest.fixture
def preview_of(importer: Importer, finish: Finish, tmp_path: Path) -> Callable[..., ImportPreview]:
    """Return a function that writes a text file with this name and previews it."""

    def run(name: str, text: str, choices: ImportChoices | None = None) -> ImportPreview:
        path = tmp_path / name
        path.write_text(text, "utf-8")
        preview: ImportPreview = finish(importer.preview(path, choices or ImportChoices()))
        return preview

    return run
