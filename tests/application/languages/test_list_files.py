"""Language lists and their changes on disk: separate by service, limited, and harmless when damaged."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from termdesk.application.languages.language_changes import MOST_CHANGES, LanguageChange, LanguageChangeKind
from termdesk.application.languages.list_files import LanguageList, ListFiles
from termdesk.domain.language.language import Language
from termdesk.storage.files.folders import Folders

MOMENT = datetime(2026, 11, 1, tzinfo=UTC)


@pytest.fixture
def files(tmp_path: Path) -> ListFiles:
    return ListFiles(Folders.under(tmp_path))


def change(code: str) -> LanguageChange:
    return LanguageChange("glossary", code, code, LanguageChangeKind.ADDED, MOMENT, MOMENT)


def test_each_service_has_its_own_lists_and_changes(files: ListFiles) -> None:
    listed = {"glossary": LanguageList((Language("de", "German", True, True, features={"tone": "beta"}),), MOMENT)}
    files.keep_lists("one: a/b", listed)
    files.add_changes("one: a/b", [change("de")])

    assert files.lists("one: a/b") == listed
    assert files.changes("one: a/b") == [change("de")]
    assert (files.lists("two"), files.changes("two")) == ({}, [])


def test_the_oldest_changes_make_room(files: ListFiles) -> None:
    files.add_changes("one", [change(str(number)) for number in range(MOST_CHANGES)])
    files.add_changes("one", [change("last")])

    kept = files.changes("one")
    assert len(kept) == MOST_CHANGES
    assert (kept[0].code, kept[-1].code) == ("1", "last")


def test_damaged_changes_count_as_none(files: ListFiles, tmp_path: Path) -> None:
    files.add_changes("one", [change("de")])
    [path] = (tmp_path / "data" / "languages").iterdir()
    path.write_bytes(b"[7")

    assert files.changes("one") == []
