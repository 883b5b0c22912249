"""The store: acknowledged data is there after a kill, and nothing is stored in part."""

from __future__ import annotations

import asyncio
import random
import shutil
import sys
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Engine, event

from support.running_service import RunningService, running_service
from support.service_calls import dictionary, http_client
from termdesk.domain.errors import StorageFailed
from termdesk.domain.glossary import Dictionary
from termdesk.domain.language.language import LanguagePair
from termdesk.service import database
from termdesk.service.store import Store, StoredDictionary

PAIR = LanguagePair("en", "es")
QUERY = "source_lang=en&target_lang=es"


def stored(content: bytes = b"a\tb\n", pair: LanguagePair = PAIR) -> StoredDictionary:
    return StoredDictionary(pair, content.count(b"\n"), content)


def in_store(folder: Path, work: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        store = Store.in_folder(folder)
        await store.open()
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(run())


# Kill


def entries(version: int) -> str:
    """Return a dictionary of some hundred kilobytes with the version in every line."""
    return "".join(f"phrase {row:05}\tversion {version}\n" for row in range(5_000))


def write_until_killed(
    service: RunningService, glossary_id: str, state: int, first: int, killer: threading.Timer
) -> tuple[int, int]:
    """Write version after version until the service is killed. Returns the last acknowledged and the last sent one.

    The killer is started after the first write, so that some succeed even on a busy machine.
    """
    sent = first - 1
    with http_client(service) as http:
        try:
            while True:
                sent += 1
                if sent == first + 1:
                    killer.start()
                answer = http.put(f"/v3/glossaries/{glossary_id}/dictionaries", json=dictionary(entries(sent)))
                assert answer.status_code == 200
                state = sent
        except httpx.TransportError:
            return state, sent


@pytest.mark.scorecard("R01")
def test_a_kill_at_any_moment_leaves_the_last_acknowledged_dictionary_or_the_next(tmp_path: Path) -> None:
    with running_service(data=tmp_path) as service, http_client(service) as http:
        sent = {"name": "Killed", "dictionaries": [dictionary(entries(0))]}
        glossary_id = http.post("/v3/glossaries", json=sent).json()["glossary_id"]
    state = last = 0
    moments = random.Random(20_261_121)
    for _ in range(6):
        with running_service(data=tmp_path) as service, http_client(service) as http:
            found = http.get(f"/v3/glossaries/{glossary_id}/entries?{QUERY}").text
            assert found in (entries(state), entries(last))
            state = state if found == entries(state) else last

            killer = threading.Timer(moments.uniform(0.01, 0.25), service.process.kill)
            state, last = write_until_killed(service, glossary_id, state, last + 1, killer)
            killer.join()
    assert state > 5


@pytest.mark.scorecard("R01")
def test_a_kill_loses_no_acknowledged_glossary(tmp_path: Path) -> None:
    acknowledged: list[str] = []
    for _ in range(3):
        with running_service(data=tmp_path) as service, http_client(service) as http:
            killer = threading.Timer(0.15, service.process.kill)
            killer.start()
            try:
                while True:
                    sent = {"name": "Kept", "dictionaries": [dictionary("a\tb\n"), dictionary("a\tb\n", target="fr")]}
                    acknowledged.append(http.post("/v3/glossaries", json=sent).json()["glossary_id"])
            except httpx.TransportError:
                killer.join()

    with running_service(data=tmp_path) as service, http_client(service) as http:
        found = {each["glossary_id"]: each for each in http.get("/v3/glossaries").json()["glossaries"]}

    assert acknowledged
    assert set(acknowledged) <= set(found)
    assert all(len(each["dictionaries"]) == 2 for each in found.values())


# Within one process


def test_a_write_to_a_glossary_that_was_deleted_meanwhile_writes_nothing(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        glossary = await store.create("Gone", [stored()])
        await store.delete(glossary.glossary_id)

        assert await store.write(glossary.glossary_id, PAIR, lambda _old: stored()) is None
        assert await store.content_hashes() == {}

    in_store(tmp_path, work)


def test_a_change_that_fails_leaves_everything_as_it_was(tmp_path: Path) -> None:
    def fail(_old: StoredDictionary | None) -> StoredDictionary:
        raise ValueError("too large")

    async def work(store: Store) -> None:
        glossary = await store.create("Old", [stored()])

        with pytest.raises(ValueError, match="too large"):
            await store.write(glossary.glossary_id, PAIR, fail, name="New")

        assert await store.glossary(glossary.glossary_id) == glossary

    in_store(tmp_path, work)


def test_a_caller_that_goes_away_does_not_leave_a_write_half_done(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        glossary = await store.create("Kept", [stored()])
        content = entries(1).encode()
        writing = asyncio.create_task(store.write(glossary.glossary_id, PAIR, lambda _old: stored(content)))
        await asyncio.sleep(0)
        writing.cancel()

        with pytest.raises(asyncio.CancelledError):
            await writing
        found = await store.dictionary(glossary.glossary_id, PAIR)

        assert found is not None
        assert found in (stored(), stored(content))
        assert (await store.glossaries())[0].dictionaries == (Dictionary(PAIR, found.entry_count),)

    in_store(tmp_path, work)


@pytest.mark.scorecard("R07")
@pytest.mark.skipif(sys.platform == "win32", reason="Windows moves no folder that has an open file")
@pytest.mark.parametrize("change", ["moved", "deleted", "replaced"])
def test_a_change_of_a_file_that_is_no_longer_there_is_refused(tmp_path: Path, change: str) -> None:
    folder = tmp_path / "service"

    async def work(store: Store) -> None:
        kept = await store.create("Law", [stored()])
        if change == "deleted":
            shutil.rmtree(folder)
        else:
            folder.rename(tmp_path / "elsewhere")
        if change == "replaced":
            folder.mkdir()
            (folder / "service.sqlite").touch()

        writes: list[Callable[[], Awaitable[object]]] = [
            lambda: store.create("Lost", []),
            lambda: store.delete(kept.glossary_id),
            lambda: store.write(kept.glossary_id, PAIR, lambda _old: stored(b"c\td\n")),
            lambda: store.bill("2026-11", "translate", 5),
        ]
        for write in writes:
            with pytest.raises(StorageFailed, match="no longer there"):
                await write()
        if change == "moved":
            (tmp_path / "elsewhere").rename(folder)
            await store.create("Found again", [])

    in_store(folder, work)

    async def look(store: Store) -> None:
        assert [each.name for each in await store.glossaries()] == ["Law", "Found again"]

    if change == "moved":
        in_store(folder, look)


def test_equal_contents_have_equal_hashes(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        one = await store.create("One", [stored(), stored(b"c\td\n", PAIR.reverse)])
        two = await store.create("Two", [stored()])

        hashes = await store.content_hashes()

        assert hashes[one.glossary_id, PAIR] == hashes[two.glossary_id, PAIR]
        assert hashes[one.glossary_id, PAIR.reverse] != hashes[one.glossary_id, PAIR]
        assert set(await store.content_hashes(two.glossary_id)) == {(two.glossary_id, PAIR)}

    in_store(tmp_path, work)


def test_bills_at_the_same_time_never_pass_the_limit(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        billed_calls = [store.bill("2026-11", product, 7, limit=50) for product in ("translate", "write") * 10]

        counted = await asyncio.gather(*billed_calls)

        assert sum(counted) == 7
        assert sum((await store.read_used_characters("2026-11")).values()) == 49
        assert await store.read_used_characters("2026-12") == {}

    in_store(tmp_path, work)


def test_the_newest_confirmation_of_a_sentence_stays(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        for target in ("eins", "zwei"):
            await store.confirm(PAIR, "one", target)
        await store.confirm(PAIR.reverse, "one", "uno")

        assert await store.read_confirmed_translations() == {PAIR: {"one": "zwei"}, PAIR.reverse: {"one": "uno"}}

    in_store(tmp_path, work)


def test_sentences_of_a_text_go_when_it_is_confirmed_anew_or_forgotten(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        both = [("One.", "Eins."), ("Two.", "Zwei.")]
        await store.confirm(PAIR, "One. Two.", "Eins. Zwei.", both)
        await store.confirm(PAIR.reverse, "Eins. Zwei.", "One. Two.", [(b, a) for a, b in both])
        known = await store.read_confirmed_sentences()
        await store.confirm(PAIR, "One. Two.", "Eins und zwei.")
        await store.forget(PAIR.reverse)

        assert known[PAIR] == [(*each, "One. Two.") for each in both]
        assert set(known) == {PAIR, PAIR.reverse}
        assert await store.read_confirmed_sentences() == {}
        assert set(await store.read_confirmed_translations()) == {PAIR}

    in_store(tmp_path, work)


@pytest.mark.slow
def test_what_is_forgotten_leaves_no_bytes(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        for number in range(60):
            await store.confirm(PAIR, f"a secret {number} " * 9, f"un secreto {number}", [("secret one", "secreto")])
        await store.confirm(PAIR.reverse, "se queda", "it stays")
        await store.forget(PAIR)
        left = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())

        assert b"secret" not in left
        assert b"se queda" in left

    in_store(tmp_path, work)


def test_reading_a_dictionary_is_one_statement_without_a_transaction(tmp_path: Path) -> None:
    statements: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        statements.append(statement)

    async def work(store: Store) -> None:
        glossary = await store.create("Law", [stored()])
        event.listen(Engine, "before_cursor_execute", note)
        try:
            found = await store.dictionary(glossary.glossary_id, PAIR)
        finally:
            event.remove(Engine, "before_cursor_execute", note)

        assert found == stored()

    in_store(tmp_path, work)

    assert [statement.split()[0] for statement in statements] == ["SELECT"]


@pytest.mark.scorecard("R10")
def test_one_file_has_one_owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "SECONDS_FOR_LOCK", 0.1)

    async def work(store: Store) -> None:
        second = Store.in_folder(tmp_path)
        with pytest.raises(StorageFailed, match="in use by another service"):
            await second.open()
        await second.close()

    in_store(tmp_path, work)


@pytest.mark.scorecard("R06")
def test_every_write_is_synced_to_the_disk(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        def settings(connection: object) -> list[str]:
            run = connection.exec_driver_sql  # type: ignore[attr-defined]  # SQLAlchemy's connection
            return [str(run(f"PRAGMA {name}").scalar()) for name in ("journal_mode", "synchronous", "locking_mode")]

        assert await store._run(settings) == ["wal", "2", "exclusive"]

    in_store(tmp_path, work)
