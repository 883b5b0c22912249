"""`termdesk glossary push --draft` publishes what was edited in the window, without the window."""

from __future__ import annotations

import asyncio
import io
import json
import sys
from functools import partial
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import pytest

from support.services.command_folder import EN_DE, EN_FR, CommandFolder
from support.services.fault_proxy import Fault, FaultProxy, Harm, from_write
from termdesk.application import released_memory
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.library.library import Library
from termdesk.application.session import providers
from termdesk.application.session.session import Session
from termdesk.commands.glossaries.draft_push import outcome_lines
from termdesk.domain.entries.changes import RemoveRows, SetCells
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.publishing.publish_runs import StepState
from termdesk.storage.settings.settings_store import SettingsStore
from termdesk.storage.versions.version_records import VersionOrigin


def edit(command_folder: CommandFolder, *, targets: dict[str, str], removed: int = 0) -> None:
    """Edit the dictionary as its window would: set these targets, and remove the last rows."""

    async def work() -> None:
        folders = Folders.under(command_folder.path)
        keys = KeyStore(find_backend=lambda: None)
        session = Session(folders, SettingsStore(folders).settings, keys)
        await keys.set(session.profile, providers.origin_of(command_folder.service.url), command_folder.service.key)
        await session.start()
        async with command_folder.records() as records:
            library = Library(session, records)
            [summary] = [each for each in await library.summaries() if each.name == command_folder.name]
            dictionary = await library.open(summary, EN_DE)
            for source, target in targets.items():
                dictionary.apply(SetCells(TARGET, (dictionary.entries.sources.index(source),), (target,)))
            if removed:
                rows = len(dictionary)
                dictionary.apply(RemoveRows(range(rows - removed, rows)))
            await library.close(dictionary)
            await session.stop()

    asyncio.run(work())


@pytest.mark.slow
def test_edits_of_the_window_are_published(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"), ("tree", "Baum"))
    edit(command_folder, targets={"house": "Heim"})

    assert command_folder.run("glossary", "push", command_folder.name, "--draft", "--dry-run") == 1
    body = (
        '{"dictionaries":[{"source_lang":"en","target_lang":"de","entries":"house\\tHeim\\n","entries_format":"tsv"}]}'
    )
    assert f"~ house → Heim (was: Haus)\nTo send: 1 call, {len(body)} bytes\n" in command_folder.out
    assert command_folder.writes() == []
    assert command_folder.run("glossary", "push", command_folder.name, "--draft") == 2
    assert "Add --yes to agree" in command_folder.err

    [reported] = command_folder.json("glossary", "push", command_folder.name, "--draft", "--yes")["dictionaries"]
    assert reported["is_published"]
    assert command_folder.held() == {"house": "Heim", "tree": "Baum"}
    assert command_folder.run("glossary", "push", command_folder.name, "--draft", "--yes") == 0
    assert "nothing to publish" in command_folder.err


@pytest.mark.slow
def test_what_others_changed_comes_in_first(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"), ("tree", "Baum"))
    edit(command_folder, targets={"house": "Heim"})
    command_folder.replace(("house", "Haus"), ("tree", "Baum"), ("cat", "Katze"))

    assert command_folder.run("glossary", "push", command_folder.name, "--draft", "--yes") == 0

    assert "comes in first: 1 added, 0 changed, 0 removed" in command_folder.out
    assert command_folder.held() == {"house": "Heim", "tree": "Baum", "cat": "Katze"}


@pytest.mark.slow
def test_conflicts_wait_for_a_decision(command_folder: CommandFolder) -> None:
    glossary_id = command_folder.publish(("house", "Haus"), ("tree", "Baum"))
    edit(command_folder, targets={"house": "Heim", "tree": "Tanne"})
    command_folder.replace(("house", "Bau"), ("tree", "Baum"))

    assert command_folder.run("glossary", "push", command_folder.name, "--draft", "--yes") == 2
    assert "! house: “Heim” here, “Bau” on the service, “Haus” before" in command_folder.err
    assert command_folder.held() == {"house": "Bau", "tree": "Baum"}

    assert (
        command_folder.run("glossary", "push", command_folder.name, "--draft", "--yes", "--conflicts", "service") == 0
    )
    assert command_folder.held() == {"house": "Bau", "tree": "Tanne"}
    assert asyncio.run(kept_before(command_folder, glossary_id)) == [{"house": "Heim", "tree": "Tanne"}]


@pytest.mark.slow
@pytest.mark.parametrize("winner", ["service", "file"])
def test_the_plan_is_what_is_sent_after_the_choice(command_folder: CommandFolder, winner: str) -> None:
    """Both sides changed "house", we changed "tree", others removed "cat" and added "dog"."""
    command_folder.publish(("house", "Haus"), ("tree", "Baum"), ("cat", "Katze"))
    edit(command_folder, targets={"house": "Heim", "tree": "Tanne"})
    before = {"house": "Bau", "tree": "Baum", "dog": "Hund"}
    command_folder.replace(*before.items())
    words = ("glossary", "push", command_folder.name, "--draft", "--conflicts", winner)

    assert command_folder.run(*words, "--dry-run") == 1
    lines = command_folder.out.splitlines()
    assert "! house: “Heim” here, “Bau” on the service, “Haus” before" in lines
    assert ("~ house → Heim (was: Bau)" in lines) == (winner == "file")
    assert f"{'1' if winner == 'service' else '0'} changed, 1 removed" in command_folder.out
    planned = command_folder.json(*words, "--dry-run")
    assert command_folder.json(*words, "--yes")["dictionaries"][0]["changed"] == planned["dictionaries"][0]["changed"]

    held = command_folder.held() or {}
    changed = {source: each["new"] for source, each in planned["dictionaries"][0]["changed"].items()}
    assert held == {**before, **changed}
    assert changed == ({"tree": "Tanne"} if winner == "service" else {"tree": "Tanne", "house": "Heim"})


def test_nothing_is_counted_if_the_service_wins_everything(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"))
    edit(command_folder, targets={"house": "Heim"})
    command_folder.replace(("house", "Bau"))
    words = ("glossary", "push", command_folder.name, "--draft", "--conflicts", "service")

    planned = command_folder.json(*words, "--dry-run")
    assert (planned["calls"], planned["bytes"], planned["dictionaries"][0]["changed"]) == (0, 0, {})
    assert planned["dictionaries"][0]["from_service"]["changed"] == {"house": {"old": "Heim", "new": "Bau"}}
    assert command_folder.run(*words, "--yes") == 0
    assert "To send" not in command_folder.out
    assert command_folder.held() == {"house": "Bau"}
    assert command_folder.writes() == []


async def kept_before(command_folder: CommandFolder, glossary_id: str) -> list[dict[str, str]]:
    """Return the versions kept before the changes of others were merged."""
    async with command_folder.records() as records:
        versions = await records.versions.all(command_folder.profile, glossary_id)
        kept = [each.content_hash for each in versions if each.origin is VersionOrigin.BEFORE]
        return [(await records.snapshots.get(each)).as_dict() for each in kept]


@pytest.mark.slow
def test_what_others_change_while_the_user_is_asked_is_not_overwritten(
    command_folder: CommandFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    command_folder.publish(("house", "Haus"), ("tree", "Baum"))
    edit(command_folder, targets={"house": "Heim"})
    command_folder.replace(("house", "Haus"), ("tree", "Baum"), ("cat", "Katze"))

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

        def readline(self, size: int | None = -1, /) -> str:
            others = Thread(target=command_folder.replace, args=(("house", "Bau"), ("tree", "Baum"), ("cat", "Katze")))
            others.start()
            others.join()
            return "y\n"

    monkeypatch.setattr(sys, "stdin", Terminal())

    assert command_folder.run("glossary", "push", command_folder.name, "--draft") == 2
    assert command_folder.held() == {"house": "Bau", "tree": "Baum", "cat": "Katze"}


@pytest.mark.slow
def test_what_was_merged_and_not_published_is_said_with_the_way_back(command_folder: CommandFolder) -> None:
    """The service is away after the changes of others were merged."""
    command_folder.publish(("house", "Haus"), ("tree", "Baum"))
    words = ("glossary", "push", command_folder.name, "--draft", "--yes", "--conflicts")

    async def push() -> None:
        async with FaultProxy(urlsplit(command_folder.service.url).port or 0) as proxy:
            command_folder.change_settings(custom_address=proxy.url)
            run = partial(asyncio.to_thread, command_folder.run)
            assert await run("glossary", "replace", command_folder.name, "Haus", "Heim") == 0
            others = (("house", "Bau"), ("tree", "Baum"), ("cat", "Katze"))
            await asyncio.to_thread(command_folder.replace, *others)
            proxy.fault = Fault(Harm.LOSE_REQUEST, when=from_write("PATCH"))
            assert await run(*words, "file") == 2
            name = f"{command_folder.name}, en → de"
            merged = f"Merged into {name} before publishing stopped: 1 added, 0 changed, 0 removed.\n"
            assert merged + "Take that back with: termdesk glossary undo NAME\n" in command_folder.err
            proxy.fault = Fault(Harm.NONE)
            assert await run("glossary", "undo", command_folder.name) == 0
            assert await run(*words, "service") == 0
            assert "Merged into" not in command_folder.err

    asyncio.run(push())

    assert command_folder.held() == {"house": "Bau", "tree": "Baum", "cat": "Katze"}


@pytest.mark.slow
def test_a_merge_that_the_draft_wins_is_said_and_undone(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"), ("tree", "Baum"))
    words = ("glossary", "push", command_folder.name, "--draft", "--yes", "--conflicts")

    async def push() -> None:
        async with FaultProxy(urlsplit(command_folder.service.url).port or 0) as proxy:
            command_folder.change_settings(custom_address=proxy.url)
            run = partial(asyncio.to_thread, command_folder.run)
            assert await run("glossary", "replace", command_folder.name, "Haus", "Heim") == 0
            await asyncio.to_thread(command_folder.replace, ("house", "Bau"), ("tree", "Baum"))
            proxy.fault = Fault(Harm.LOSE_REQUEST, when=from_write("PATCH"))
            assert await run(*words, "file") == 2
            name = f"{command_folder.name}, en → de"
            kept = "the draft was kept for the 1 phrase that both sides changed, so no entry changed here"
            assert f"Merged into {name} before publishing stopped: {kept}.\n" in command_folder.err
            proxy.fault = Fault(Harm.NONE)
            assert await run("glossary", "undo", command_folder.name) == 0
            assert await run("glossary", "entries", command_folder.name) == 0
            assert "Heim" in command_folder.out, "only the merge is undone"
            assert await run(*words, "service") == 0

    asyncio.run(push())

    assert command_folder.held() == {"house": "Bau", "tree": "Baum"}


@pytest.mark.slow
def test_without_the_service_drafts_wait_and_are_published_by_resuming(command_folder: CommandFolder) -> None:
    """Of two glossaries, one waits. Its plan is shown when the service is back."""
    name = command_folder.name
    push = ("glossary", "push", name, "--draft")

    async def go_on() -> None:
        async with FaultProxy(urlsplit(command_folder.service.url).port or 0) as proxy:
            command_folder.change_settings(custom_address=proxy.url)
            await command_folder.draft_two(name)
            await command_folder.draft_two(f"{name} too")
            proxy.fault = Fault(Harm.LOSE_REQUEST)
            for words, waiting in ((("--dry-run",), 0), ((), 0), (("--yes",), 2), (("--yes",), 2)):
                assert await asyncio.to_thread(command_folder.run, *push, *words) == 2
                assert ("2 dictionaries wait to be published." in command_folder.err) == bool(waiting)
                assert ("glossary unfinished --resume" in command_folder.err) == bool(waiting)
                would_wait = f"{name}, en → de would wait until " in command_folder.err
                assert would_wait == (words == ("--dry-run",))
                listed = await asyncio.to_thread(command_folder.json, "glossary", "unfinished")
                states = [(each["glossary"], each["publishing"]) for each in listed["dictionaries"]]
                assert states == [(name, "waiting")] * waiting
            file = await asyncio.to_thread(command_folder.file, "terms.en-de.tsv", "house=Heim")
            assert await asyncio.to_thread(command_folder.run, "glossary", "push", name, file, "--yes") == 2
            assert "Keep the entries on this computer with: termdesk glossary import" in command_folder.err

            proxy.fault = Fault(Harm.NONE)
            resume = ("glossary", "unfinished", "--resume", "--yes")
            assert await asyncio.to_thread(command_folder.run, *resume) == 0
            assert f"New plan of {name}, en → de" in command_folder.out
            assert "+ house → Haus" in command_folder.out

    asyncio.run(go_on())

    assert command_folder.held() == {"house": "Haus"}
    assert command_folder.held(EN_FR) == {"house": "maison"}
    command_folder.name = f"{name} too"
    assert command_folder.held() is None


@pytest.mark.slow
@pytest.mark.parametrize("who", ["others", "user"])
def test_what_waits_is_no_longer_listed_after_a_push_that_has_nothing_to_send(
    command_folder: CommandFolder, who: str
) -> None:
    """Others publish the same change, or the user takes it back."""
    command_folder.publish(("house", "Haus"))
    change = ("glossary", "edit", command_folder.name, "--set", "house")
    push = ("glossary", "push", command_folder.name, "--draft", "--yes")

    async def go_on() -> None:
        async with FaultProxy(urlsplit(command_folder.service.url).port or 0) as proxy:
            command_folder.change_settings(custom_address=proxy.url)
            assert await asyncio.to_thread(command_folder.run, *change, "Heim") == 0
            proxy.fault = Fault(Harm.LOSE_REQUEST)
            assert await asyncio.to_thread(command_folder.run, *push) == 2
            assert "1 dictionary waits to be published." in command_folder.err
            proxy.fault = Fault(Harm.NONE)
            if who == "others":
                await asyncio.to_thread(command_folder.replace, ("house", "Heim"))
            else:
                assert await asyncio.to_thread(command_folder.run, *change, "Haus") == 0
            assert await asyncio.to_thread(command_folder.run, *push) == 0
            assert "There is nothing to publish." in command_folder.err
            assert await asyncio.to_thread(command_folder.run, "glossary", "unfinished") == 0

    asyncio.run(go_on())


@pytest.mark.slow
def test_what_is_locked_does_not_wait_for_the_service(command_folder: CommandFolder) -> None:
    """Neither when the drafts are to wait, nor when they are published later."""
    name, locked = command_folder.name, f"{command_folder.name} too"

    async def go_on() -> None:
        async with FaultProxy(urlsplit(command_folder.service.url).port or 0) as proxy:
            command_folder.change_settings(custom_address=proxy.url)
            await command_folder.draft_two(name)
            await command_folder.draft_two(locked)
            assert await asyncio.to_thread(command_folder.run, "glossary", "lock", locked) == 0
            proxy.fault = Fault(Harm.LOSE_REQUEST)
            assert await asyncio.to_thread(command_folder.run, "glossary", "push", locked, "--draft", "--yes") == 2
            assert f"{locked}, en → fr is left out: This glossary is locked" in command_folder.err
            assert "to be published" not in command_folder.err
            assert await asyncio.to_thread(command_folder.run, "glossary", "push", "--draft", "--all", "--yes") == 2
            assert "2 dictionaries wait to be published." in command_folder.err
            listed = (await asyncio.to_thread(command_folder.json, "glossary", "unfinished"))["dictionaries"]
            assert [each["glossary"] for each in listed] == [name, name]
            # Nobody has counted before there is a plan.
            assert {each[key] for each in listed for key in ("added", "changed", "removed")} == {None}

            proxy.fault = Fault(Harm.NONE)
            assert await asyncio.to_thread(command_folder.run, "glossary", "lock", name) == 0
            resume = ("glossary", "unfinished", "--resume", "--yes")
            assert await asyncio.to_thread(command_folder.run, *resume) == 2
            assert f"{name}, en → de is not resumed: This glossary is locked" in command_folder.err
            assert "Publish it with" not in command_folder.err

    asyncio.run(go_on())

    assert command_folder.held() is None


@pytest.mark.slow
def test_many_removals_need_their_number(command_folder: CommandFolder) -> None:
    command_folder.publish(*((f"word {number}", f"Wort {number}") for number in range(10)))
    edit(command_folder, targets={}, removed=4)

    assert command_folder.run("glossary", "push", command_folder.name, "--draft", "--yes") == 2
    assert "add --allow-removals 4" in command_folder.err
    assert command_folder.run("glossary", "push", command_folder.name, "--draft", "--yes", "--allow-removals", "4") == 0

    assert len(command_folder.held() or {}) == 6


@pytest.mark.slow
def test_a_draft_that_was_never_published_becomes_a_glossary(command_folder: CommandFolder) -> None:
    async def begin() -> None:
        folders = Folders.under(command_folder.path)
        session = Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None))
        async with command_folder.records() as records:
            library = Library(session, records)
            await library.close(await library.new(command_folder.name, EN_DE, Entries(["house"], ["Haus"])))

    asyncio.run(begin())

    assert command_folder.run("glossary", "push", command_folder.name, "--draft", "--yes") == 0
    assert command_folder.held() == {"house": "Haus"}
    # POST, and PATCH for the name.
    record = '[{"source_lang":"en","target_lang":"de","entries":"house\\tHaus\\n","entries_format":"tsv"}]'
    marked_name = f"{command_folder.name} [uploading 12345678]"
    bodies = f'{{"name":"{marked_name}","dictionaries":{record}}}' + f'{{"name":"{command_folder.name}"}}'
    assert f"To send: {len(command_folder.writes())} calls, {len(bodies)} bytes" in command_folder.out


@pytest.mark.slow
def test_one_dictionary_is_open_at_a_time(command_folder: CommandFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    open_at_once: list[int] = []
    opened, draft_opened = Library.open, Library.open_draft

    async def open_and_count(library: Library, *args: Any, **options: Any) -> OpenDictionary:
        dictionary = await opened(library, *args, **options)
        open_at_once.append(len(library.open_dictionaries))
        return dictionary

    async def open_draft_and_count(library: Library, *args: Any, **options: Any) -> OpenDictionary:
        dictionary = await draft_opened(library, *args, **options)
        open_at_once.append(len(library.open_dictionaries))
        return dictionary

    asyncio.run(command_folder.draft_two(command_folder.name))
    monkeypatch.setattr(Library, "open", open_and_count)
    monkeypatch.setattr(Library, "open_draft", open_draft_and_count)

    [german, french] = command_folder.json("glossary", "push", command_folder.name, "--draft", "--yes")["dictionaries"]

    assert set(open_at_once) == {1}
    assert len(open_at_once) >= 4
    assert (german["is_published"], french["is_published"]) == (True, True)
    assert command_folder.held(EN_FR) == {"house": "maison"}


@pytest.mark.slow
def test_what_is_closed_is_collected_before_the_next_is_opened(
    command_folder: CommandFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_waiting: list[bool] = []
    opened = Library.open

    async def open_and_look(library: Library, *args: Any, **options: Any) -> OpenDictionary:
        is_waiting.append(released_memory.memory_released.is_set())
        return await opened(library, *args, **options)

    asyncio.run(command_folder.draft_two(command_folder.name))
    released_memory.memory_released.clear()
    monkeypatch.setattr(released_memory, "LARGE", 1)
    monkeypatch.setattr(Library, "open", open_and_look)

    assert command_folder.run("glossary", "push", command_folder.name, "--draft", "--yes") == 0

    assert is_waiting == [False, False]
    assert not released_memory.memory_released.is_set()


@pytest.mark.slow
def test_what_may_have_arrived_is_not_told_as_not_published(command_folder: CommandFolder) -> None:
    """The service stores the second dictionary, but its response is lost."""

    async def push() -> None:
        async with FaultProxy(urlsplit(command_folder.service.url).port or 0) as proxy:
            command_folder.change_settings(custom_address=proxy.url)
            await command_folder.draft_two(command_folder.name)
            proxy.fault = Fault(Harm.LOSE_ANSWER, when=from_write("PUT"))
            assert (
                await asyncio.to_thread(command_folder.run, "glossary", "push", command_folder.name, "--draft", "--yes")
                == 2
            )

    asyncio.run(push())

    assert command_folder.held(EN_FR) == {"house": "maison"}
    assert f"Perhaps published: {command_folder.name}, en → fr. The draft is kept." in command_folder.err
    assert "Not published" not in command_folder.err


def test_a_part_that_others_left_is_not_told_as_not_published() -> None:
    assert list(outcome_lines(["A", "B"], [StepState.PARTLY, StepState.PLANNED])) == [
        "Published in part: A. The draft is kept.",
        "Not published: B. The draft is kept.",
    ]


@pytest.mark.slow
def test_all_drafts_are_published_with_one_plan_in_one_run(command_folder: CommandFolder) -> None:
    names = [command_folder.name, f"{command_folder.name} too"]
    for name in names:
        asyncio.run(command_folder.draft_two(name))

    assert command_folder.run("glossary", "push", "--draft", "--all", "--dry-run") == 1
    assert "To send: 6 calls, " in command_folder.out
    assert command_folder.writes() == []
    assert command_folder.run("glossary", "push", "--draft", "--all", "--yes", "--json") == 0

    report = json.loads(command_folder.out)
    assert (report["glossary"], report["calls"]) == (None, len(command_folder.writes()))
    assert [each["glossary"] for each in report["dictionaries"]] == [names[0]] * 2 + [names[1]] * 2
    assert all(each["is_published"] for each in report["dictionaries"])
    assert command_folder.held(EN_FR) == {"house": "maison"}
    assert command_folder.run("glossary", "push", "--draft", "--all", "--yes") == 0
    assert "There is nothing to publish." in command_folder.err


@pytest.mark.parametrize(
    "words",
    [("--draft",), ("Terms", "--draft", "--all"), ("Terms", "x.tsv", "--all"), ("--draft", "--all", "--pair", "en-de")],
)
def test_all_stands_for_every_name(command_folder: CommandFolder, words: tuple[str, ...]) -> None:
    assert command_folder.run("glossary", "push", *words) == 2
    assert "--all" in command_folder.err
