"""`termdesk glossary unfinished`: a publishing that failed halfway is resumed, undone or left."""

from __future__ import annotations

import asyncio
import json
from urllib.parse import urlsplit

import pytest

from support.services.command_folder import EN_FR, CommandFolder
from support.services.fault_proxy import Fault, FaultProxy, Harm, from_write
from support.services.garbling_proxy import Garbling, GarblingProxy, Plan


async def fail_half_way(command_folder: CommandFolder, proxy: FaultProxy, name: str) -> None:
    """Publish two dictionaries; the request for the second is lost."""
    command_folder.change_settings(custom_address=proxy.url)
    await command_folder.draft_two(name)
    proxy.fault = Fault(Harm.LOSE_REQUEST, when=lambda line: line.startswith("PUT"))
    assert await asyncio.to_thread(command_folder.run, "glossary", "push", name, "--draft", "--yes") == 2
    assert f"Not published: {name}, en → fr. The draft is kept." in command_folder.err
    assert "termdesk glossary unfinished" in command_folder.err
    proxy.fault = Fault(Harm.NONE)


@pytest.mark.parametrize(
    ("way", "de", "fr", "dry"),
    [
        ("--resume", True, True, ["left as it is", "published"]),
        ("--undo", False, False, ["as before, unless others changed it", "left as it is"]),
        ("--leave", True, False, ["left on the service", "kept as a draft"]),
    ],
)
def test_it_is_resumed_undone_or_left(
    command_folder: CommandFolder, way: str, de: bool, fr: bool, dry: list[str]
) -> None:
    async def go_on() -> None:
        async with FaultProxy(urlsplit(command_folder.service.url).port or 0) as proxy:
            await fail_half_way(command_folder, proxy, command_folder.name)
            reported = await asyncio.to_thread(command_folder.json, "glossary", "unfinished")
            assert [each["state"] for each in reported["dictionaries"]] == ["verified", "failed"]
            would = await asyncio.to_thread(command_folder.json, "glossary", "unfinished", way, "--dry-run")
            assert [each["would_be"] for each in would["dictionaries"]] == dry
            assert await asyncio.to_thread(command_folder.run, "glossary", "unfinished", way, "--dry-run") == 1
            assert dry[1] in command_folder.out
            assert await asyncio.to_thread(command_folder.json, "glossary", "unfinished") == reported, (
                "a dry run changes nothing"
            )
            if way != "--leave":
                assert await asyncio.to_thread(command_folder.run, "glossary", "unfinished", way) == 2
                assert "Add --yes to agree" in command_folder.err
                refused = await asyncio.to_thread(command_folder.json, "glossary", "unfinished", way)
                assert refused == {"error": {"message": "Nothing was sent.", "remedy": "Add --yes to agree."}}
            assert await asyncio.to_thread(command_folder.run, "glossary", "unfinished", way, "--yes") == 0
            assert await asyncio.to_thread(command_folder.run, "glossary", "unfinished") == 0
            assert "Nothing is unfinished." in command_folder.err

    asyncio.run(go_on())

    assert command_folder.held() == ({"house": "Haus"} if de else None)
    assert command_folder.held(EN_FR) == ({"house": "maison"} if fr else None)


@pytest.mark.parametrize(
    ("way", "held"), [("--resume", "Heim"), ("--undo", "Haus"), ("--leave", "Heim"), ("push", "Heim")]
)
def test_a_file_whose_push_failed_half_way_is_resumed_undone_left_or_pushed_again(
    command_folder: CommandFolder, way: str, held: str
) -> None:
    """The change is stored, but then the service cannot be read."""
    command_folder.publish(("house", "Haus"))
    path = command_folder.file("terms.en-de.tsv", "house=Heim")

    async def go_on() -> None:
        async with FaultProxy(urlsplit(command_folder.service.url).port or 0) as proxy:
            command_folder.change_settings(custom_address=proxy.url)
            proxy.fault = Fault(Harm.LOSE_REQUEST, when=from_write("PATCH", harms_write=False))
            assert (
                await asyncio.to_thread(command_folder.run, "glossary", "push", command_folder.name, path, "--yes") == 2
            )
            assert "kept as a draft" in command_folder.err
            assert "termdesk glossary unfinished" in command_folder.err
            proxy.fault = Fault(Harm.NONE)
            reported = await asyncio.to_thread(command_folder.json, "glossary", "unfinished")
            assert [each["changed"] for each in reported["dictionaries"]] == [1]
            words = ("push", command_folder.name, path) if way == "push" else ("unfinished", way)
            assert await asyncio.to_thread(command_folder.run, "glossary", *words, "--yes") == 0
            assert await asyncio.to_thread(command_folder.run, "glossary", "unfinished") == 0

    asyncio.run(go_on())

    assert command_folder.held() == {"house": held}


def test_what_is_being_undone_is_shown_and_not_resumed(command_folder: CommandFolder) -> None:
    async def cut_off_undo() -> None:
        async with FaultProxy(urlsplit(command_folder.service.url).port or 0) as proxy:
            await fail_half_way(command_folder, proxy, command_folder.name)
            proxy.fault = Fault(Harm.LOSE_REQUEST, when=lambda line: line.startswith("DELETE"))
            assert await asyncio.to_thread(command_folder.run, "glossary", "unfinished", "--undo", "--yes") == 2
            proxy.fault = Fault(Harm.NONE)
            for words in ((), ("--resume", "--dry-run")):
                assert await asyncio.to_thread(command_folder.run, "glossary", "unfinished", *words) == 1
                assert "being undone" in command_folder.out
            assert await asyncio.to_thread(command_folder.run, "glossary", "unfinished", "--resume", "--yes") == 2
            assert "Undoing this publication was interrupted" in command_folder.err
            listed = await asyncio.to_thread(command_folder.json, "glossary", "unfinished")
            assert {each["publishing"] for each in listed["dictionaries"]} == {"being undone"}
            assert await asyncio.to_thread(command_folder.held) == {"house": "Haus"}
            assert await asyncio.to_thread(command_folder.run, "glossary", "unfinished", "--undo", "--yes") == 0
            assert await asyncio.to_thread(command_folder.run, "glossary", "unfinished") == 0

    asyncio.run(cut_off_undo())

    assert command_folder.held() is None


def test_what_resuming_overwrote_is_reported(command_folder: CommandFolder) -> None:
    name = command_folder.name

    async def push() -> int:
        async with GarblingProxy(command_folder.service.url) as proxy:
            command_folder.change_settings(custom_address=proxy.url)
            await command_folder.draft_two(name)
            proxy.plans = [Plan(Garbling.REFUSED, lambda line: line.startswith("PUT"))]
            assert await asyncio.to_thread(command_folder.run, "glossary", "push", name, "--draft", "--yes") == 2
            others = ("house", "logis")
            proxy.meddle("PUT", lambda: asyncio.to_thread(command_folder.replace, others, pair=EN_FR))
            words = ("glossary", "unfinished", "--resume", "--yes", "--json")
            return await asyncio.to_thread(command_folder.run, *words)

    assert asyncio.run(push()) == 1
    [row] = json.loads(command_folder.out)["overwritten"]
    assert (row["glossary"], row["source"], row["theirs"], row["now"]) == (name, "house", "logis", "maison")


def test_one_that_fails_again_does_not_keep_the_others_from_being_resumed(command_folder: CommandFolder) -> None:
    """The requests of the first run are lost again, those of the second arrive."""

    async def go_on() -> None:
        async with FaultProxy(urlsplit(command_folder.service.url).port or 0) as proxy:
            for name in (command_folder.name, f"{command_folder.name} too"):
                await fail_half_way(command_folder, proxy, name)
            listed = (await asyncio.to_thread(command_folder.json, "glossary", "list"))["glossaries"]
            [first] = [each["id"] for each in listed if each["name"] == command_folder.name]
            proxy.fault = Fault(Harm.LOSE_REQUEST, when=lambda line: line.startswith(f"PUT /v3/glossaries/{first}"))
            assert await asyncio.to_thread(command_folder.run, "glossary", "unfinished", "--resume", "--yes") == 2
            assert f"{command_folder.name}, en → fr: " in command_folder.err
            assert f"Published and read back: {command_folder.name} too, en → fr, 1 entry." in command_folder.out
            left = await asyncio.to_thread(command_folder.json, "glossary", "unfinished")
            assert {each["glossary"] for each in left["dictionaries"]} == {command_folder.name}
            proxy.fault = Fault(Harm.NONE)
            assert await asyncio.to_thread(command_folder.run, "glossary", "unfinished", "--resume", "--yes") == 0

    asyncio.run(go_on())

    assert command_folder.held(EN_FR) == {"house": "maison"}


def test_a_dry_run_needs_something_to_do(command_folder: CommandFolder) -> None:
    assert command_folder.run("glossary", "unfinished", "--dry-run") == 2
    assert "--dry-run is for --resume, --undo, --leave and --give-up" in command_folder.err
    assert command_folder.run("glossary", "unfinished", "--resume", "--dry-run") == 0
    assert "Nothing is unfinished." in command_folder.err
