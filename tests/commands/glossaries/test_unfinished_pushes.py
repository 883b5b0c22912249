"""`termdesk glossary unfinished`: a publishing that failed halfway is resumed, undone or left."""

from __future__ import annotations

import asyncio
import io
import json
import sys
from itertools import count
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


async def edit(command_folder: CommandFolder, pair: str, target: str) -> None:
    """Give "house" another target in a draft."""
    words = ("glossary", "edit", command_folder.name, "--pair", pair, "--set", "house", target)
    assert await asyncio.to_thread(command_folder.run, *words) == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("way", "de", "fr", "dry"),
    [
        ("--resume", True, True, ["left as it is", "published"]),
        ("--undo", False, False, ["as before", "left as it is: nothing of it was sent"]),
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
            assert {each["reason"] for each in reported["dictionaries"]} != {None}
            assert await asyncio.to_thread(command_folder.run, "glossary", "unfinished") == 1
            [first, *_] = reported["dictionaries"]
            assert f"{first['id']}: {first['reason']}" in command_folder.err
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


@pytest.mark.slow
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
            assert ("made elsewhere" in command_folder.err) is (way == "--undo"), "nobody can tell who wrote it"
            assert await asyncio.to_thread(command_folder.run, "glossary", "unfinished") == 0

    asyncio.run(go_on())

    assert command_folder.held() == {"house": held}


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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


def test_what_others_changed_meanwhile_is_named_with_its_new_plan_and_the_rest_is_resumed(
    command_folder: CommandFolder,
) -> None:
    """The first of four dictionaries is published, and the second fails. Then others change the same phrase of it."""
    name, new = command_folder.name, f"{command_folder.name} new"
    command_folder.publish(("house", "Haus"))
    command_folder.replace(("house", "maison"), pair=EN_FR)

    async def go_on() -> None:
        async with FaultProxy(urlsplit(command_folder.service.url).port or 0) as proxy:
            command_folder.change_settings(custom_address=proxy.url)
            await edit(command_folder, "en-de", "Heim")
            await edit(command_folder, "en-fr", "logis")
            await command_folder.draft_two(new)
            patches = count()
            proxy.fault = Fault(Harm.LOSE_REQUEST, when=lambda line: line.startswith("PATCH") and next(patches) > 0)
            assert await asyncio.to_thread(command_folder.run, "glossary", "push", "--all", "--draft", "--yes") == 2
            proxy.fault = Fault(Harm.NONE)
            await asyncio.to_thread(command_folder.replace, ("house", "logement"), pair=EN_FR)

            words = ("glossary", "unfinished", "--resume")
            would = await asyncio.to_thread(command_folder.json, *words, "--dry-run")
            plans = {(each["glossary"], each["target_lang"]): each["would_be"] for each in would["dictionaries"]}
            assert (plans[name, "de"], plans[new, "de"], plans[new, "fr"]) == (
                "left as it is",
                "published",
                "published",
            )
            assert plans[name, "fr"] == "not published: The same phrase was changed here and elsewhere."
            assert await asyncio.to_thread(command_folder.run, *words, "--yes") == 2
            assert (
                f"{name}, en → fr is not resumed: The same phrase was changed here and elsewhere." in command_folder.err
            )
            assert "--draft --pair en-fr --conflicts file|service" in command_folder.err
            assert f"New plan of {name}, en → fr" in command_folder.out
            assert "! house: “logis” here, “logement” on the service, “maison” before" in command_folder.out
            assert f"Published and read back: {new}, en → fr" in command_folder.out
            left = await asyncio.to_thread(command_folder.json, "glossary", "unfinished")
            states = {(each["glossary"], each["target_lang"]): each["state"] for each in left["dictionaries"]}
            assert states == {
                (name, "de"): "verified",
                (name, "fr"): "failed",
                **dict.fromkeys([(new, "de"), (new, "fr")], "verified"),
            }

    asyncio.run(go_on())

    assert command_folder.held() == {"house": "Heim"}
    assert command_folder.held(EN_FR) == {"house": "logement"}


@pytest.mark.slow
def test_a_run_whose_work_was_done_later_is_only_left(command_folder: CommandFolder) -> None:
    """The entries arrive, but the run ends before it reads them back. Then the dictionary is edited and published."""
    name = command_folder.name
    command_folder.publish(("house", "Haus"))

    async def go_on() -> None:
        async with FaultProxy(urlsplit(command_folder.service.url).port or 0) as proxy:
            command_folder.change_settings(custom_address=proxy.url)
            await edit(command_folder, "en-de", "Heim")
            proxy.fault = Fault(Harm.LOSE_REQUEST, when=from_write("PATCH", harms_write=False))
            assert await asyncio.to_thread(command_folder.run, "glossary", "push", name, "--draft", "--yes") == 2
            proxy.fault = Fault(Harm.NONE)
            [before] = (await asyncio.to_thread(command_folder.json, "glossary", "unfinished"))["dictionaries"]
            await edit(command_folder, "en-de", "Hof")
            assert await asyncio.to_thread(command_folder.run, "glossary", "push", name, "--draft", "--yes") == 0

            [listed] = (await asyncio.to_thread(command_folder.json, "glossary", "unfinished"))["dictionaries"]
            assert (listed["publishing"], listed["state"]) == ("published since", "published since")
            assert listed["id"] == before["id"]
            assert await asyncio.to_thread(command_folder.run, "glossary", "unfinished") == 1
            assert "Remove it from this list with --leave." in command_folder.err
            for way in ("--undo", "--resume"):
                would = await asyncio.to_thread(command_folder.json, "glossary", "unfinished", way, "--dry-run")
                assert [each["would_be"] for each in would["dictionaries"]] == ["refused: it was published since"]
                assert await asyncio.to_thread(command_folder.run, "glossary", "unfinished", way, "--yes") == 2
                assert "Later publications have done the rest" in command_folder.err
            assert await asyncio.to_thread(command_folder.held) == {"house": "Hof"}
            assert await asyncio.to_thread(command_folder.run, "glossary", "unfinished", "--leave") == 0
            assert await asyncio.to_thread(command_folder.run, "glossary", "unfinished") == 0

    asyncio.run(go_on())

    assert command_folder.held() == {"house": "Hof"}


@pytest.mark.slow
def test_one_of_several_is_chosen_by_its_id(command_folder: CommandFolder) -> None:
    names = [command_folder.name, f"{command_folder.name} too"]

    async def go_on() -> None:
        async with FaultProxy(urlsplit(command_folder.service.url).port or 0) as proxy:
            for name in names:
                await fail_half_way(command_folder, proxy, name)
            listed = (await asyncio.to_thread(command_folder.json, "glossary", "unfinished"))["dictionaries"]
            ids = {each["glossary"]: each["id"] for each in listed}
            assert await asyncio.to_thread(command_folder.run, "glossary", "unfinished") == 1
            assert all(each in command_folder.out for each in ids.values())
            assert "Choose one with --run ID." in command_folder.err
            words = ("glossary", "unfinished", "--undo", "--run", ids[names[1]][:6], "--yes")
            assert await asyncio.to_thread(command_folder.run, *words) == 0
            left = (await asyncio.to_thread(command_folder.json, "glossary", "unfinished"))["dictionaries"]
            assert {each["glossary"]: each["id"] for each in left} == {names[0]: ids[names[0]]}
            assert await asyncio.to_thread(command_folder.run, *words) == 2
            assert "No unfinished publication is" in command_folder.err

    asyncio.run(go_on())


@pytest.mark.parametrize("words", [("--run", "abc", "--give-up", "Terms"), ("--run", "")])
def test_a_run_needs_an_id(command_folder: CommandFolder, words: tuple[str, ...]) -> None:
    assert command_folder.run("glossary", "unfinished", *words) == 2
    assert "--run needs the id" in command_folder.err


@pytest.mark.slow
def test_a_creation_that_is_found_and_removed_is_not_unclear_any_more(command_folder: CommandFolder) -> None:
    name = command_folder.name

    async def go_on() -> None:
        async with FaultProxy(urlsplit(command_folder.service.url).port or 0) as proxy:
            command_folder.change_settings(custom_address=proxy.url)
            await command_folder.draft_two(name)
            proxy.fault = Fault(Harm.LOSE_ANSWER, when=from_write("POST"))
            assert await asyncio.to_thread(command_folder.run, "glossary", "push", name, "--draft", "--yes") == 2
            proxy.fault = Fault(Harm.NONE)
            assert await asyncio.to_thread(command_folder.run, "glossary", "unfinished", "--undo", "--yes") == 0

    asyncio.run(go_on())

    assert command_folder.held() is None
    changes = command_folder.json("glossary", "changes")["changes"]
    [created] = [each for each in changes if each["call"].startswith("POST")]
    assert (created["outcome"], created["read_back"]) == ("unclear", "confirmed")


@pytest.mark.slow
@pytest.mark.parametrize(("typed", "code", "held"), [("y", 0, {"house": "maison"}), ("n", 2, None)])
def test_a_user_at_a_terminal_agrees_to_the_rest_after_its_plan(
    command_folder: CommandFolder,
    monkeypatch: pytest.MonkeyPatch,
    typed: str,
    code: int,
    held: dict[str, str] | None,
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

        def readline(self, size: int | None = -1, /) -> str:
            return f"{typed}\n"

    async def go_on() -> None:
        async with FaultProxy(urlsplit(command_folder.service.url).port or 0) as proxy:
            await fail_half_way(command_folder, proxy, command_folder.name)
            monkeypatch.setattr(sys, "stdin", Terminal())
            assert await asyncio.to_thread(command_folder.run, "glossary", "unfinished", "--resume") == code
            assert "To send: 1 call, " in command_folder.out
            assert ("Nothing was sent." in command_folder.err) == (code == 2)

    asyncio.run(go_on())

    assert command_folder.held(EN_FR) == held


@pytest.mark.slow
@pytest.mark.parametrize(
    ("harm", "words"), [(Harm.NONE, "published"), (Harm.LOSE_REQUEST, "published, if nothing has changed")]
)
def test_a_dry_run_beside_an_open_window_says_whether_it_could_look(
    command_folder: CommandFolder, harm: Harm, words: str
) -> None:
    async def go_on() -> None:
        async with FaultProxy(urlsplit(command_folder.service.url).port or 0) as proxy:
            await fail_half_way(command_folder, proxy, command_folder.name)
            proxy.fault = Fault(harm)
            dry_run = ("glossary", "unfinished", "--resume", "--dry-run")
            async with command_folder.records():
                would = await asyncio.to_thread(command_folder.json, *dry_run)
            assert [each["would_be"] for each in would["dictionaries"]] == ["left as it is", words]
            is_reported = f"{command_folder.name}, en → fr: " in command_folder.err
            assert is_reported == (harm is not Harm.NONE), "it says why it could not look"

    asyncio.run(go_on())


def test_undoing_what_only_waits_says_that_nothing_had_been_sent(command_folder: CommandFolder) -> None:
    name = command_folder.name

    async def go_on() -> None:
        async with FaultProxy(urlsplit(command_folder.service.url).port or 0) as proxy:
            command_folder.change_settings(custom_address=proxy.url)
            await command_folder.draft_two(name)
            proxy.fault = Fault(Harm.LOSE_REQUEST)
            assert await asyncio.to_thread(command_folder.run, "glossary", "push", name, "--draft", "--yes") == 2
            assert "2 dictionaries wait to be published." in command_folder.err
            proxy.fault = Fault(Harm.NONE)
            assert await asyncio.to_thread(command_folder.run, "glossary", "unfinished", "--undo", "--yes") == 0
            assert "Nothing of it had been sent." in command_folder.err
            assert await asyncio.to_thread(command_folder.run, "glossary", "unfinished") == 0

    asyncio.run(go_on())

    assert command_folder.held() is None


def test_what_was_changed_since_is_named_before_it_is_left(command_folder: CommandFolder) -> None:
    undo = ("glossary", "unfinished", "--undo")

    async def go_on() -> None:
        async with FaultProxy(urlsplit(command_folder.service.url).port or 0) as proxy:
            await fail_half_way(command_folder, proxy, command_folder.name)
            await asyncio.to_thread(command_folder.replace, ("house", "Heim"))

            listed = await asyncio.to_thread(command_folder.json, *undo, "--dry-run")
            would = [each["would_be"] for each in listed["dictionaries"]]
            assert would == ["left as it is: it was changed since", "left as it is: nothing of it was sent"]
            assert await asyncio.to_thread(command_folder.run, *undo) == 2
            named = f"{command_folder.name}, en → de: will be left as it is: it was changed since."
            assert named in command_folder.err
            assert "Nothing was sent." in command_folder.err
            assert await asyncio.to_thread(command_folder.run, *undo, "--yes") == 1
            assert named in command_folder.err

    asyncio.run(go_on())

    assert command_folder.held() == {"house": "Heim"}
    assert command_folder.held(EN_FR) is None
