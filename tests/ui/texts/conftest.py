"""A history of texts in a separate folder."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from termdesk.application.session.session import Session
from termdesk.application.texts.history import StoredText, TextHistory
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.settings.settings_store import SettingsStore
from termdesk.storage.text_store import TextStore

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Keep = Callable[..., None]
CALLS = {"translated": "POST /v2/translate", "corrected": "POST /v2/write/correct"}


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A session with separate settings and without a connection."""
    folders = Folders.under(tmp_path / "home")
    return Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None))


@pytest.fixture
def store(finish: Finish, tmp_path: Path) -> Iterator[TextStore]:
    made = TextStore(tmp_path / "texts.db")
    yield made
    finish(made.close())


@pytest.fixture
def history(session: Session, store: TextStore) -> TextHistory:
    return TextHistory(session, store)


@pytest.fixture
def keep(finish: Finish, store: TextStore) -> Keep:
    """Return a function that stores texts, dated back by `days_old`."""

    def run(
        *sources: str,
        profile: str = "local",
        kind: str = "translated",
        glossary: str = "Rail",
        days_old: int | None = None,
    ) -> None:
        source_language = "" if kind == "corrected" else "en"
        for source in sources:
            result = source.upper()
            finish(store.add(StoredText(profile, CALLS[kind], source_language, "de", source, result, glossary, ("A",))))
        if days_old is not None:
            with closing(sqlite3.connect(store.path)) as connection, connection:
                made_at = time.time() - days_old * 86_400
                rows = [(made_at, source) for source in sources]
                connection.executemany("UPDATE texts SET made_at = ? WHERE source = ?", rows)

    return run
