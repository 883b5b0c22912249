"""Stored texts: as many as the settings allow, and a failing disk costs no result that was paid for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from termdesk.application.session.session import Session
from termdesk.application.texts import history as text_history
from termdesk.application.texts.history import StoredText, TextFilter, TextHistory, service_title
from termdesk.domain.progress import NoProgress
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

TEXT = StoredText("local", "POST /v2/translate", "en", "de", "The tree", "Der Baum")


@pytest.fixture
def texts(tmp_path: Path, new_session: Callable[[Path], Session], records: Records) -> TextHistory:
    made = TextHistory(new_session(tmp_path / "session"), records.texts)
    made.set_keeping(True, 30)
    return made


async def test_texts_are_kept_only_if_the_user_wants_it(texts: TextHistory) -> None:
    assert await texts.keep(TEXT) == ()
    texts.set_keeping(False, 30)
    assert await texts.keep(replace(TEXT, source="Another tree")) == ()

    assert not texts.keeps_texts
    assert texts.days == 30
    assert [each.source for each in (await texts.find()).texts] == ["The tree"]


async def test_what_is_kept_is_found_and_read_whole_until_it_is_deleted(texts: TextHistory) -> None:
    for source in ("The tree", "long " * 200, "The house"):
        await texts.keep(replace(TEXT, source=source))

    found = await texts.find("  LONG ")
    [long] = found.texts

    assert (found.count, await texts.count()) == (1, 3)
    whole = await texts.read(long)
    assert whole is not None
    assert whole.source == "long " * 200
    await texts.delete([long])
    assert await texts.read(long) is None
    await texts.delete_all()
    assert await texts.count() == 0


async def test_a_list_is_limited_and_says_how_many_there_are(
    texts: TextHistory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_history, "MOST_LISTED", 2)
    for number in range(3):
        await texts.keep(replace(TEXT, source=f"tree {number}"))

    found = await texts.find("tree")

    assert ([each.source for each in found.texts], found.count) == (["tree 2", "tree 1"], 3)


async def test_a_text_that_cannot_be_stored_is_told_and_fails_nothing(
    tmp_path: Path, new_session: Callable[[Path], Session], records: Records
) -> None:
    (tmp_path / "texts.db").mkdir()
    texts = TextHistory(new_session(tmp_path / "session"), records.texts)
    texts.set_keeping(True, 30)

    [sentence] = await texts.keep(TEXT)

    assert "not stored in the history" in sentence


def test_a_service_of_ones_own_is_named_by_its_address() -> None:
    assert service_title("custom api.example.org").strip("()") == "api.example.org"
    assert service_title("local") != ""


async def test_at_most_so_many_texts_stay_besides_starred_ones(texts: TextHistory) -> None:
    for source in ("one", "two", "three"):
        await texts.keep(replace(TEXT, source=source))
    oldest = (await texts.find()).texts[-1]
    await texts.star([oldest], True)

    assert await texts.count_beyond(0) == 0
    assert await texts.count_beyond(1) == 1
    texts.set_most(1)
    assert texts.most == 1
    await texts.tidy()
    assert [each.source for each in (await texts.find()).texts] == ["three", "one"]
    await texts.keep(replace(TEXT, source="four"))
    assert [each.source for each in (await texts.find()).texts] == ["four", "one"]


async def test_the_choice_is_made_once_texts_are_kept_or_not(
    tmp_path: Path, new_session: Any, records: Records
) -> None:
    texts = TextHistory(new_session(tmp_path / "session"), records.texts)
    assert texts.keeps_texts
    assert not texts.is_choice_made

    texts.set_keeping(True, 30)
    assert texts.is_choice_made


async def test_what_is_found_is_exported(texts: TextHistory, tmp_path: Path) -> None:
    for source in ("The tree", "The house"):
        await texts.keep(replace(TEXT, source=source))

    written = await texts.export(tmp_path / "found.tsv", NoProgress(), "tree")
    assert (written.count, written.notes) == (1, ())
    assert "The tree" in (tmp_path / "found.tsv").read_text("utf-8")
    assert (await texts.choices()).languages == (("en", "de"),)
    assert (await texts.find("the", TextFilter(is_starred=True))).count == 0
