"""Texts are stored in a separate file, can be found, and leave no bytes behind when they are deleted."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from termdesk.domain.errors import StorageFailed
from termdesk.domain.texts import Improve
from termdesk.storage.integrity.backups import is_sound
from termdesk.storage.records import Records
from termdesk.storage.text_store import EXCERPT, StoredText, TextChoices, TextFilter, TextStore

pytestmark = pytest.mark.anyio

TEXT = StoredText("local", "POST /v2/translate", "en", "de", "The tree", "Der Baum", "Forest", ("Apertium", "memory"))


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[TextStore]:
    made = TextStore(tmp_path / "texts.db")
    yield made
    await made.close()


def everything_in(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


async def sources(store: TextStore, search: str = "") -> list[str]:
    found, _ = await store.find(search, limit=100)
    return [each.source for each in found]


@pytest.mark.parametrize(
    ("call", "how"),
    [
        ("POST /v2/write/correct", Improve.CORRECT),
        ("POST /v2/write/rephrase", Improve.REPHRASE),
        ("POST /v2/write/unheard", None),
        ("POST /v2/translate", None),
    ],
)
def test_a_stored_call_says_how_the_text_was_improved(call: str, how: Improve | None) -> None:
    assert replace(TEXT, call=call).improvement is how


@pytest.mark.parametrize("search", ["café", "CAFE\u0301", "café is", "en → de", "en de"])
async def test_a_text_is_found_as_it_is_read_in_the_list(store: TextStore, search: str) -> None:
    await store.add(replace(TEXT, source="The cafe\u0301\nis open."))

    assert len(await sources(store, search)) == 1


async def test_a_text_comes_back_whole_and_the_list_has_its_beginning(store: TextStore) -> None:
    begin = time.time()
    await store.add(replace(TEXT, source="long " * 100, result="half \ud800"))
    await store.add(TEXT)
    end = time.time()

    (latest, first), count = await store.find(limit=10)
    whole = await store.read(first.number)

    assert count == 2
    assert replace(latest, number=0, made_at=None) == TEXT
    assert len(first.source) == EXCERPT
    assert whole is not None
    assert (whole.source, whole.result) == ("long " * 100, "half ?")
    assert whole.made_at is not None
    assert int(begin) <= whole.made_at.timestamp() <= end


async def test_a_text_that_was_sent_in_parts_takes_their_place(store: TextStore, tmp_path: Path) -> None:
    one, two = (replace(TEXT, source=f"{each} \ud800", result=each.upper()) for each in ("First", "Second"))
    for each in (one, replace(one, profile="other"), one, two):
        await store.add(each)
    whole = replace(TEXT, source=f"{one.source} {two.source}", result="FIRST SECOND")

    await store.add_whole(whole, [(one.source, one.result), (two.source, two.result)])

    assert await sources(store) == ["First ? Second ?", "First ?", "First ?"], "what was sent by itself stays"
    [(latest, *_), _] = await store.find(limit=9)
    await store.delete([latest.number])
    await store.star([each.number for each in (await store.find(limit=9))[0]], True)
    await store.add_whole(whole, [(one.source, one.result)])
    assert await sources(store) == ["First ? Second ?", "First ?", "First ?"], "starred texts stay"
    assert b"Second" in everything_in(tmp_path)
    await store.delete([(await store.find(limit=1))[0][0].number])
    assert b"Second" not in everything_in(tmp_path)


async def test_a_part_that_is_twice_in_a_text_was_stored_once(store: TextStore) -> None:
    part = replace(TEXT, source="Yes.", result="Ja.")
    await store.add(part)
    await store.add(part)

    await store.add_whole(replace(TEXT, source="Yes. Yes.", result="Ja. Ja."), [("Yes.", "Ja.")] * 2)

    assert await sources(store) == ["Yes. Yes.", "Yes."], "what was sent by itself stays"


async def test_search_goes_through_texts_names_and_any_case(store: TextStore) -> None:
    await store.add(TEXT)
    await store.add(replace(TEXT, source="ÉTÉ", result="Sommer", target_language="fr", glossary="", engines=()))

    assert await sources(store, "été") == ["ÉTÉ"]
    assert await sources(store, "BAUM") == ["The tree"]
    assert await sources(store, "forest") == ["The tree"]
    assert await sources(store, "apertium") == ["The tree"]
    assert await sources(store, "en fr") == ["ÉTÉ"]
    assert await sources(store, "nowhere") == []
    assert (await store.find("e", limit=1))[1] == 2


async def test_reading_makes_no_file(store: TextStore, tmp_path: Path) -> None:
    assert await store.find(limit=10) == ([], 0)
    assert await store.count() == 0
    assert await store.read(1) is None
    await store.delete([1])
    await store.forget_older_than(3)

    assert list(tmp_path.iterdir()) == []


async def test_deleted_texts_leave_no_bytes(store: TextStore, tmp_path: Path) -> None:
    """Deletes large and small texts among many others, so that pages are split and joined."""
    for number in range(300):
        await store.add(
            replace(TEXT, source=f"open words {number} " * 20, result=f"secret{number:03} " * (number % 90))
        )
    found, _ = await store.find(limit=300)
    doomed = [each for each in found if each.number % 3]

    await store.delete([each.number for each in doomed])
    left = everything_in(tmp_path)

    assert await store.count() == 300 - len(doomed)
    assert [each.number for each in doomed if f"secret{each.number - 1:03}".encode() in left] == []
    assert b"secret002" in left, "what is still kept can be found like this"


async def test_deleting_all_takes_the_file_away_and_texts_can_be_kept_again(store: TextStore, tmp_path: Path) -> None:
    await store.add(TEXT)

    await store.delete_all()
    left = list(tmp_path.iterdir())
    await store.add(replace(TEXT, source="A new one"))

    assert left == []
    assert await sources(store) == ["A new one"]


async def test_old_texts_are_forgotten(store: TextStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    today = time.time()
    monkeypatch.setattr(time, "time", lambda: today - 10 * 86_400)
    await store.add(replace(TEXT, source="An old secret"))
    monkeypatch.setattr(time, "time", lambda: today)
    await store.add(TEXT)

    assert await store.count_older_than(9) == 1
    await store.forget_older_than(9)

    assert await sources(store) == ["The tree"]
    assert b"An old secret" not in everything_in(tmp_path)
    await store.forget_older_than(0)
    assert everything_in(tmp_path) == b""


@pytest.mark.scorecard("R08")
async def test_a_damaged_file_is_put_aside_and_goes_with_all_the_others(store: TextStore, tmp_path: Path) -> None:
    store.path.write_bytes(b"no database at all " * 100)

    await store.add(TEXT)
    aside = (tmp_path / "texts.db.damaged").exists()
    await store.delete_all()

    assert aside
    assert list(tmp_path.iterdir()) == []


@pytest.mark.scorecard("R11")
async def test_a_file_of_a_newer_version_is_left_alone(store: TextStore) -> None:
    with sqlite3.connect(store.path) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = store.path.read_bytes()

    with pytest.raises(StorageFailed, match="newer version"):
        await store.add(TEXT)

    assert store.path.read_bytes() == before


async def test_texts_of_an_earlier_version_are_taken_over_once_and_leave_the_database(tmp_path: Path) -> None:
    path = tmp_path / "termdesk.db"
    async with Records(path) as records:
        await records._database.run(
            lambda connection: connection.executemany(
                "INSERT INTO texts (made_at, profile, call, source_language, target_language, source, result)"
                " VALUES (?, 'local', 'POST /v2/translate', 'en', 'de', ?, 'Baum')",
                [(time.time(), f"former text {number} " * 9) for number in range(40)],
            )
        )
        backup = await records.check(keep=True)
    assert backup is not None
    assert b"former text" in backup.path.read_bytes()
    async with Records(path) as records:
        assert await records.texts.count() == 40
        [again] = records.backups.all()
        assert is_sound(again)
        assert (again.number, again.moment, again.commits) == (backup.number, backup.moment, backup.commits)
        found, _ = await records.texts.find("former text 7 ", limit=1)
        await records.texts.delete([each.number for each in found])
    async with Records(path) as records:
        assert await records.texts.count() == 39
        await records.texts.delete_all()

    assert b"former text" not in everything_in(tmp_path)


async def test_starred_texts_stay_whatever_the_limits_are(store: TextStore, tmp_path: Path) -> None:
    for source in ("one", "two", "three", "four"):
        await store.add(replace(TEXT, source=source))
    found, _ = await store.find(limit=10)
    by_source = {each.source: each.number for each in found}
    await store.star([by_source["one"], by_source["three"]], True)
    await store.star([by_source["three"]], False)

    assert await store.count_beyond(2) == 1
    await store.forget_beyond(2)
    assert await sources(store) == ["four", "three", "one"]
    with closing(sqlite3.connect(tmp_path / "texts.db")) as connection, connection:
        connection.execute("UPDATE texts SET made_at = 0")
    assert await store.count_older_than(30) == 2
    await store.forget_older_than(30)
    assert [(each.source, each.is_starred) for each in (await store.find(limit=10))[0]] == [("one", True)]


async def test_texts_are_filtered_by_what_is_offered(store: TextStore) -> None:
    await store.add(TEXT)
    await store.add(replace(TEXT, source="The house", glossary=""))
    await store.add(StoredText("local", "POST /v2/write/correct", "", "en-US", "A tre", "A tree"))

    async def found(search: str = "", **only: Any) -> list[str]:
        return [each.source for each in (await store.find(search, limit=10, only=TextFilter(**only)))[0]]

    choices = await store.choices()
    assert choices == TextChoices(
        ("POST /v2/translate", "POST /v2/write/correct"), (("", "en-US"), ("en", "de")), ("", "Forest")
    )
    assert await found(call=choices.calls[1]) == ["A tre"]
    assert await found(languages=("en", "de")) == ["The house", "The tree"]
    assert await found(languages=("en", "de"), glossary="") == ["The house"]
    assert await found("tre", glossary="Forest") == ["The tree"]
    assert await found(is_starred=True) == []
    assert (await store.find("tre", limit=1, only=TextFilter(glossary="")))[1] == 1
    assert [each.source for each in await store.find_whole(only=TextFilter(glossary=""))] == ["The house", "A tre"]


async def test_texts_of_the_former_version_are_taken_over_without_stars(tmp_path: Path) -> None:
    path = tmp_path / "texts.db"
    made = TextStore(path)
    await made.add(TEXT)
    await made.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript("ALTER TABLE texts DROP COLUMN starred; PRAGMA user_version = 1")

    again = TextStore(path)
    await again.add(replace(TEXT, source="new"))
    [newer, older] = (await again.find(limit=10))[0]
    await again.star([older.number], True)
    whole = await again.read(older.number)
    await again.close()

    assert (newer.is_starred, older.source) == (False, "The tree")
    assert whole is not None
    assert whole.is_starred
