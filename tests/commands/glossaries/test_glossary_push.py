"""`termdesk glossary push` and `diff`: nothing is lost, and nothing is sent without consent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from support.files.pipes import piped
from support.services.command_folder import EN_DE, CommandFolder
from support.services.fault_proxy import Fault, FaultProxy, Harm, from_write
from support.services.garbling_proxy import GarblingProxy
from termdesk.client.entries_wire import BodySizes, creation_overhead
from termdesk.client.wire_dialect import WireDialect
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.provider import Dialect

HUNDRED = [(f"word {number}", f"Wort {number}") for number in range(200)]
SIZES = BodySizes(WireDialect(Dialect.SPECIFICATION))


@pytest.mark.slow
def test_a_new_glossary_is_created_once_agreed(command_folder: CommandFolder) -> None:
    path = command_folder.file("terms.en-de.tsv", "house=Haus", "tree=Baum")

    assert command_folder.run("glossary", "push", command_folder.name, path, "--yes") == 2
    assert "--create" in command_folder.err
    assert command_folder.held() is None

    assert command_folder.run("glossary", "push", command_folder.name, path, "--yes", "--create") == 0
    assert "Published and read back" in command_folder.out
    assert command_folder.held() == {"house": "Haus", "tree": "Baum"}
    # POST, and PATCH for the name.
    size = SIZES.replacement(EN_DE, Entries.of([("house", "Haus"), ("tree", "Baum")]))
    size += creation_overhead(command_folder.name)
    assert f"To send: {len(command_folder.writes())} calls, {size} bytes" in command_folder.out


@pytest.mark.slow
def test_a_dry_run_and_a_missing_agreement_send_nothing(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"))
    path = command_folder.file("terms.en-de.tsv", "house=Heim", "tree=Baum")

    assert command_folder.run("glossary", "push", command_folder.name, path, "--dry-run", "--yes") == 1
    size = SIZES.merge(EN_DE, Entries.of([("house", "Heim"), ("tree", "Baum")]))
    assert f"+ tree → Baum\n~ house → Heim (was: Haus)\nTo send: 1 call, {size} bytes\n" in command_folder.out
    assert command_folder.run("glossary", "push", command_folder.name, path) == 2
    assert "Add --yes to agree" in command_folder.err

    assert command_folder.held() == {"house": "Haus"}
    assert command_folder.writes() == []


@pytest.mark.slow
def test_what_was_published_is_in_the_notebook_with_its_trace_id(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"))

    [reported] = command_folder.json(
        "glossary", "push", command_folder.name, command_folder.file("terms.en-de.tsv", "house=Heim"), "--yes"
    )["dictionaries"]

    [write] = command_folder.writes()
    assert reported["is_published"]
    assert write.method == "PATCH"
    assert (reported["changed"], reported["entries"]) == ({"house": {"old": "Haus", "new": "Heim"}}, 1)


@pytest.mark.slow
def test_what_others_changed_since_the_file_was_pulled_stays(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"), ("tree", "Baum"))
    path = command_folder.path / "terms.tsv"
    assert command_folder.run("glossary", "pull", command_folder.name, "--pair", "en-de", "-o", str(path)) == 0
    command_folder.replace(("house", "Haus"), ("tree", "Baum"), ("cat", "Katze"))
    command_folder.file("terms.tsv", "house=Heim", "tree=Baum")

    assert command_folder.run("glossary", "push", command_folder.name, str(path), "--pair", "en-de", "--yes") == 0
    assert "that stays: 1 added, 0 changed, 0 removed" in command_folder.out
    assert command_folder.held() == {"house": "Heim", "tree": "Baum", "cat": "Katze"}

    # The file never had the missing phrases, so the next push does not remove them either.
    command_folder.file("terms.tsv", "house=Heim")
    assert command_folder.run("glossary", "push", command_folder.name, str(path), "--pair", "en-de", "--yes") == 0
    assert command_folder.held() == {"house": "Heim", "cat": "Katze"}


@pytest.mark.slow
def test_a_file_of_another_clone_has_the_base_that_is_named(command_folder: CommandFolder) -> None:
    """Nothing was pulled here. Since the commit of the base, others added, removed and changed a phrase."""
    command_folder.publish(("house", "Haus"), ("cat", "Katze"), ("dog", "Rüde"))
    base = command_folder.file("before.tsv", "house=Haus", "tree=Baum", "dog=Hund")
    path = command_folder.file("terms.en-de.tsv", "house=Heim", "tree=Baum", "dog=Hund")
    words = ("glossary", "push", command_folder.name, path, "--base", base, "--yes")

    report = command_folder.json("glossary", "diff", command_folder.name, path, "--base", base)
    [reported] = report["dictionaries"]
    assert (report["base"], [*reported["changed"]], reported["added"], reported["removed"]) == (
        "file",
        ["house"],
        {},
        {},
    )
    assert {key: [*phrases] for key, phrases in reported["from_service"].items()} == {
        "added": ["cat"],
        "changed": ["dog"],
        "removed": ["tree"],
    }
    assert command_folder.run(*words) == 0
    assert f"Base: {base}\n" in command_folder.out
    assert command_folder.held() == {"house": "Heim", "cat": "Katze", "dog": "Rüde"}

    # The file was pushed from here, so its content is the default base; the named base takes precedence.
    command_folder.file("terms.en-de.tsv", "house=Heim")
    assert command_folder.json("glossary", "diff", command_folder.name, path)["base"] == "pull"
    assert command_folder.json("glossary", "diff", command_folder.name, path, "--base", base)["base"] == "file"


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="pipes have no names here")
def test_what_another_command_prints_is_pushed_with_its_base(command_folder: CommandFolder) -> None:
    """Like `push NAME <(git show HEAD:terms.tsv) --base <(git show HEAD~:terms.tsv)` in a shell."""
    command_folder.publish(("house", "Haus"), ("cat", "Katze"))

    with piped(b"house\tHeim\n") as file, piped(b"house\tHaus\n") as base:
        words = ("glossary", "push", command_folder.name, str(file), "--base", str(base), "--pair", "en-de", "--yes")
        assert command_folder.run(*words) == 0, command_folder.err
    with piped(b"house\tHeim\ncat\tKater\n") as file:
        [reported] = command_folder.json("glossary", "diff", command_folder.name, str(file), "--pair", "en-de")[
            "dictionaries"
        ]

    assert command_folder.held() == {"house": "Heim", "cat": "Katze"}
    assert [*reported["changed"]] == ["cat"]
    # The next pipe has other content, but may have the same name.
    assert not [*(command_folder.path / "data").rglob("pulled/*")]


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize(
    ("name", "rows", "said"),
    [
        ("before.en-fr.tsv", ("house=maison",), "before.en-fr.tsv contains en → fr, not en → de."),
        ("before.tsv", ("house=Haus", "lone"), "1 line of before.tsv cannot be read; the first is line 2"),
        ("", (), "does not exist"),
    ],
)
def test_a_base_that_is_none_is_refused(
    command_folder: CommandFolder, name: str, rows: tuple[str, ...], said: str
) -> None:
    command_folder.publish(("house", "Haus"), ("tree", "Baum"))
    base = command_folder.file(name, *rows) if name else str(command_folder.path / "gone.tsv")
    path = command_folder.file("terms.en-de.tsv", "house=Heim")

    assert command_folder.run("glossary", "push", command_folder.name, path, "--base", base, "--yes") == 2

    assert said in command_folder.err
    assert command_folder.held() == {"house": "Haus", "tree": "Baum"}


@pytest.mark.slow
def test_a_named_base_has_the_guards_of_every_push(command_folder: CommandFolder) -> None:
    """Conflicts stop it, and so do many removals."""
    command_folder.publish(*HUNDRED)
    base = command_folder.file("before.tsv", *(f"{source}={target}" for source, target in HUNDRED))
    few, other = (
        command_folder.file("few.en-de.tsv", "word 0=Wort 0"),
        command_folder.file("other.en-de.tsv", "word 0=anders"),
    )

    assert command_folder.run("glossary", "push", command_folder.name, few, "--base", base, "--yes") == 2
    assert "add --allow-removals 199" in command_folder.err
    base = command_folder.file("before.tsv", "word 0=früher")
    assert command_folder.run("glossary", "push", command_folder.name, other, "--base", base, "--yes") == 2
    assert "! word 0: “anders” here, “Wort 0” on the service, “früher” before" in command_folder.err
    assert command_folder.run("glossary", "push", command_folder.name, "--draft", "--base", base) == 2
    assert "--base needs FILE" in command_folder.err
    # The service has no such dictionary, so the whole file is new, whatever its base.
    french = command_folder.file("terms.en-fr.tsv", "word 0=mot 0")
    report = command_folder.json(
        "glossary", "push", command_folder.name, french, "--base", french, "--create", "--dry-run"
    )
    assert (report["base"], report["dictionaries"][0]["added"]) == (None, {"word 0": "mot 0"})
    assert command_folder.held() == dict(HUNDRED)


@pytest.mark.slow
def test_conflicts_are_never_settled_silently(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"))
    path = command_folder.path / "terms.tsv"
    command_folder.run("glossary", "pull", command_folder.name, "--pair", "en-de", "-o", str(path))
    command_folder.replace(("house", "Bau"))
    command_folder.file("terms.tsv", "house=Heim")
    words = ("glossary", "push", command_folder.name, str(path), "--pair", "en-de", "--yes")

    assert command_folder.run(*words) == 2
    assert "! house: “Heim” here, “Bau” on the service, “Haus” before" in command_folder.err
    assert command_folder.held() == {"house": "Bau"}

    assert command_folder.run(*words, "--conflicts", "service") == 0
    assert "! house: “Heim” here, “Bau” on the service, “Haus” before" in command_folder.out
    assert "The version of the service wins" in command_folder.out
    assert command_folder.held() == {"house": "Bau"}
    command_folder.file("terms.tsv", "house=Hof")
    assert command_folder.run(*words) == 2
    assert command_folder.run(*words, "--conflicts", "file") == 0
    assert command_folder.held() == {"house": "Hof"}


@pytest.mark.slow
def test_many_removals_need_their_number(command_folder: CommandFolder) -> None:
    command_folder.publish(*HUNDRED)
    path = command_folder.file("terms.en-de.tsv", "word 0=Wort 0")
    words = ("glossary", "push", command_folder.name, path, "--yes")

    assert command_folder.run(*words) == 2
    assert "add --allow-removals 199" in command_folder.err
    assert command_folder.run(*words, "--allow-removals", "198") == 2
    assert command_folder.held() == dict(HUNDRED)
    assert command_folder.run(*words, "--allow-removals", "199") == 0
    assert command_folder.held() == {"word 0": "Wort 0"}


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (("house=Haus", "lone"), "line 2"),
        (("house=Haus", "house=Bau"), "is the source phrase of rows"),
        (("house= Haus",), "space"),
    ],
)
def test_a_file_that_the_service_would_refuse_is_not_sent(
    command_folder: CommandFolder, rows: tuple[str, ...], said: str
) -> None:
    command_folder.publish(("house", "Haus"), ("tree", "Baum"))

    assert (
        command_folder.run(
            "glossary", "push", command_folder.name, command_folder.file("terms.en-de.tsv", *rows), "--yes"
        )
        == 2
    )

    assert said in command_folder.err
    assert command_folder.held() == {"house": "Haus", "tree": "Baum"}


@pytest.mark.slow
def test_a_failed_push_is_kept_as_a_draft_and_finished_by_the_next(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"))
    path, other = (
        command_folder.file("terms.en-de.tsv", "house=Heim"),
        command_folder.file("other.en-de.tsv", "house=Hof"),
    )

    async def on_a_broken_line() -> None:
        async with FaultProxy(urlsplit(command_folder.service.url).port or 0) as proxy:
            command_folder.change_settings(custom_address=proxy.url)
            proxy.fault = Fault(Harm.LOSE_REQUEST, when=lambda line: line.startswith("PATCH"))
            assert (
                await asyncio.to_thread(command_folder.run, "glossary", "push", command_folder.name, path, "--yes") == 2
            )
            assert "kept as a draft" in command_folder.err
            assert await asyncio.to_thread(command_folder.held) == {"house": "Haus"}
            proxy.fault = Fault(Harm.NONE)
            assert (
                await asyncio.to_thread(command_folder.run, "glossary", "push", command_folder.name, other, "--yes")
                == 2
            )
            assert "edits on this computer that are not published" in command_folder.err
            assert (
                await asyncio.to_thread(command_folder.run, "glossary", "push", command_folder.name, path, "--yes") == 0
            )

    asyncio.run(on_a_broken_line())
    assert command_folder.held() == {"house": "Heim"}


@pytest.mark.slow
def test_a_comparison_tells_what_would_change_and_works_beside_a_window(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"), ("tree", "Baum"))
    path = command_folder.file("terms.en-de.tsv", "house=Heim")

    async def beside_a_window() -> int:
        async with command_folder.records():
            return await asyncio.to_thread(command_folder.run, "glossary", "diff", command_folder.name, path)

    assert asyncio.run(beside_a_window()) == 1
    assert "~ house → Heim (was: Haus)\n- tree → Baum\n" in command_folder.out
    assert "It is not known which version" in command_folder.err
    same = command_folder.file("same.en-de.tsv", "tree=Baum", "house=Haus")
    assert command_folder.run("glossary", "diff", command_folder.name, same) == 0


@pytest.mark.slow
def test_nothing_is_published_beside_a_window(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"))
    path = command_folder.file("terms.en-de.tsv", "house=Heim")

    async def beside_a_window() -> int:
        async with command_folder.records():
            return await asyncio.to_thread(command_folder.run, "glossary", "push", command_folder.name, path, "--yes")

    assert asyncio.run(beside_a_window()) == 2
    assert (
        "in use by another running Termdesk. Close the window, or wait until the other command has"
        in command_folder.err
    )
    assert command_folder.held() == {"house": "Haus"}


@pytest.mark.slow
def test_a_further_dictionary_of_a_glossary_is_created_where_that_is_asked(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"))
    path = command_folder.file("terms.en-fr.tsv", "house=maison")

    assert command_folder.run("glossary", "push", command_folder.name, path, "--yes") == 2
    assert "has no dictionary en → fr" in command_folder.err
    assert command_folder.run("glossary", "push", command_folder.name, path, "--yes", "--create") == 0

    assert command_folder.held() == {"house": "Haus"}
    assert command_folder.held(LanguagePair("en", "fr")) == {"house": "maison"}


def test_either_a_file_or_the_drafts_are_published(command_folder: CommandFolder) -> None:
    assert command_folder.run("glossary", "push", command_folder.name) == 2
    assert command_folder.run("glossary", "push", command_folder.name, "x.tsv", "--draft") == 2
    assert "either FILE or --draft" in command_folder.err


@pytest.mark.slow
def test_no_key_is_printed(command_folder: CommandFolder) -> None:
    path = command_folder.file("terms.en-de.tsv", "house=Haus")
    said = ""
    for words in (["--create", "--yes"], ["--dry-run", "--json"], ["--pair", "x-y"]):
        command_folder.run("glossary", "push", command_folder.name, path, *words)
        said += command_folder.out + command_folder.err

    assert command_folder.service.key not in said
    assert Path(path).exists()


@pytest.mark.slow
def test_what_others_wrote_and_the_push_overwrote_is_reported(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"), ("tree", "Baum"), ("cat", "Katze"))
    path = command_folder.file("terms.en-de.tsv", "house=Heim", "tree=Baum")
    remote = (("house", "Haus"), ("tree", "Tanne"), ("dog", "Hund"))

    async def push() -> int:
        async with GarblingProxy(command_folder.service.url) as proxy:
            command_folder.change_settings(custom_address=proxy.url)
            proxy.meddle("PUT", lambda: asyncio.to_thread(command_folder.replace, *remote))
            words = ("glossary", "push", command_folder.name, path, "--yes", "--json")
            return await asyncio.to_thread(command_folder.run, *words)

    assert asyncio.run(push()) == 1
    [reported] = json.loads(command_folder.out)["dictionaries"]
    assert reported["is_published"]
    assert reported["overwritten"] == [
        {"source": "dog", "theirs": "Hund", "now": None},
        {"source": "tree", "theirs": "Tanne", "now": "Baum"},
    ]
    assert "! tree: “Tanne” elsewhere, “Baum” now" in command_folder.err
    assert command_folder.held() == {"house": "Heim", "tree": "Baum"}


def from_write_on(method: str) -> Callable[[str], bool]:
    """Return a condition for a write by this method and everything after it, as if the program was killed there."""
    is_sent = False

    def is_meant(line: str) -> bool:
        nonlocal is_sent
        is_sent = is_sent or line.startswith(method)
        return is_sent

    return is_meant


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("method", ["POST", "PATCH"])
@pytest.mark.parametrize("way", ["push", "unfinished"])
def test_an_interrupted_creation_is_completed_and_the_file_is_known_afterwards(
    command_folder: CommandFolder, method: str, way: str
) -> None:
    name = command_folder.name
    path = command_folder.file("terms.en-de.tsv", "house=Heim", "tree=Baum")

    async def push() -> None:
        async with FaultProxy(urlsplit(command_folder.service.url).port or 0) as proxy:
            command_folder.change_settings(custom_address=proxy.url)
            proxy.fault = Fault(Harm.LOSE_ANSWER, when=from_write_on(method))
            first = ("glossary", "push", name, path, "--yes", "--create")
            assert await asyncio.to_thread(command_folder.run, *first) == 2
            proxy.fault = Fault(Harm.NONE)
            words = first if way == "push" else ("glossary", "unfinished", "--resume", "--yes")
            assert await asyncio.to_thread(command_folder.run, *words) == 0
            assert "Published and read back" in command_folder.out
            assert await asyncio.to_thread(command_folder.run, "glossary", "unfinished") == 0
            assert await asyncio.to_thread(command_folder.held) == {"house": "Heim", "tree": "Baum"}
            # Others add an entry, and the file is edited.
            others = (("house", "Heim"), ("tree", "Baum"), ("cat", "Katze"))
            await asyncio.to_thread(command_folder.replace, *others)
            command_folder.file("terms.en-de.tsv", "house=Haus", "tree=Baum")
            assert await asyncio.to_thread(command_folder.run, "glossary", "push", name, path, "--yes") == 0
            assert "It is not known which version" not in command_folder.err

    asyncio.run(push())
    assert command_folder.held() == {"house": "Haus", "tree": "Baum", "cat": "Katze"}


@pytest.mark.slow
def test_a_file_whose_push_was_resumed_is_in_no_conflict_with_itself(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"), ("tree", "Baum"))
    name, path = command_folder.name, str(command_folder.path / "terms.en-de.tsv")

    async def push() -> None:
        async with FaultProxy(urlsplit(command_folder.service.url).port or 0) as proxy:
            command_folder.change_settings(custom_address=proxy.url)
            assert await asyncio.to_thread(command_folder.run, "glossary", "pull", name, "-o", path) == 0
            command_folder.file("terms.en-de.tsv", "house=Heim", "tree=Baum")
            proxy.fault = Fault(Harm.LOSE_REQUEST, when=from_write("PATCH", harms_write=False))
            assert await asyncio.to_thread(command_folder.run, "glossary", "push", name, path, "--yes") == 2
            proxy.fault = Fault(Harm.NONE)
            assert await asyncio.to_thread(command_folder.run, "glossary", "unfinished", "--resume", "--yes") == 0
            command_folder.file("terms.en-de.tsv", "house=Hof", "tree=Baum")
            assert await asyncio.to_thread(command_folder.run, "glossary", "push", name, path, "--yes") == 0

    asyncio.run(push())
    assert command_folder.held() == {"house": "Hof", "tree": "Baum"}


@pytest.mark.slow
@pytest.mark.parametrize("winner", ["file", "service"])
@pytest.mark.parametrize("is_pulled", [True, False], ids=["pulled", "not pulled"])
def test_an_interrupted_push_that_others_have_overtaken_goes_on_as_a_push_of_the_file(
    command_folder: CommandFolder, is_pulled: bool, winner: str
) -> None:
    """Others change the same phrase and add one. Both are merged as in a first push, and the conflict is listed."""
    name, path = command_folder.name, str(command_folder.path / "terms.en-de.tsv")
    command_folder.publish(("house", "Haus"), ("tree", "Baum"))
    push = ("glossary", "push", name, path, "--yes")

    async def go_on() -> None:
        async with FaultProxy(urlsplit(command_folder.service.url).port or 0) as proxy:
            command_folder.change_settings(custom_address=proxy.url)
            if is_pulled:
                assert await asyncio.to_thread(command_folder.run, "glossary", "pull", name, "-o", path) == 0
            command_folder.file("terms.en-de.tsv", "house=Heim", "tree=Baum", "car=Auto")
            proxy.fault = Fault(Harm.LOSE_REQUEST, when=from_write("PATCH", harms_write=False))
            assert await asyncio.to_thread(command_folder.run, *push) == 2
            proxy.fault = Fault(Harm.NONE)
            others = (("house", "Bau"), ("tree", "Baum"), ("cat", "Katze"))
            await asyncio.to_thread(command_folder.replace, *others)

            assert await asyncio.to_thread(command_folder.run, *push) == 2
            assert "! house: “Heim” here, “Bau” on the service, “Haus” before" in command_folder.err
            assert "+ car → Auto" in command_folder.out
            assert await asyncio.to_thread(command_folder.held) == dict(others)
            assert await asyncio.to_thread(command_folder.run, *push, "--conflicts", winner) == 0
            assert await asyncio.to_thread(command_folder.run, "glossary", "unfinished") == 0
            assert await asyncio.to_thread(command_folder.run, *push[:3], "--draft", "--yes") == 0
            assert "There is nothing to publish." in command_folder.err

    asyncio.run(go_on())

    house = {"file": "Heim", "service": "Bau"}[winner]
    assert command_folder.held() == {"house": house, "tree": "Baum", "cat": "Katze", "car": "Auto"}


def test_an_interrupted_push_that_others_took_back_is_given_up_if_the_service_wins(
    command_folder: CommandFolder,
) -> None:
    """Nothing is left to send, so the draft has what the service has."""
    name = command_folder.name
    command_folder.publish(("house", "Haus"))
    push = ("glossary", "push", name, command_folder.file("terms.en-de.tsv", "house=Heim"), "--yes")

    async def go_on() -> None:
        async with FaultProxy(urlsplit(command_folder.service.url).port or 0) as proxy:
            command_folder.change_settings(custom_address=proxy.url)
            proxy.fault = Fault(Harm.LOSE_REQUEST, when=from_write("PATCH", harms_write=False))
            assert await asyncio.to_thread(command_folder.run, *push) == 2
            proxy.fault = Fault(Harm.NONE)
            await asyncio.to_thread(command_folder.replace, ("house", "Bau"))
            assert await asyncio.to_thread(command_folder.run, *push, "--conflicts", "service") == 0
            assert await asyncio.to_thread(command_folder.run, "glossary", "unfinished") == 0
            assert await asyncio.to_thread(command_folder.run, *push[:3], "--draft", "--yes") == 0
            assert "There is nothing to publish." in command_folder.err

    asyncio.run(go_on())

    assert command_folder.held() == {"house": "Bau"}


@pytest.mark.slow
def test_other_edits_than_those_of_an_interrupted_push_are_not_given_up(command_folder: CommandFolder) -> None:
    name = command_folder.name
    command_folder.publish(("house", "Haus"), ("tree", "Baum"))
    push = ("glossary", "push", name, command_folder.file("terms.en-de.tsv", "house=Heim", "tree=Baum"), "--yes")

    async def go_on() -> None:
        async with FaultProxy(urlsplit(command_folder.service.url).port or 0) as proxy:
            command_folder.change_settings(custom_address=proxy.url)
            proxy.fault = Fault(Harm.LOSE_REQUEST, when=from_write("PATCH", harms_write=False))
            assert await asyncio.to_thread(command_folder.run, *push) == 2
            proxy.fault = Fault(Harm.NONE)
            edit = ("glossary", "edit", name, "--set", "tree", "Gehölz")
            assert await asyncio.to_thread(command_folder.run, *edit) == 0
            others = (("house", "Bau"), ("tree", "Baum"))
            await asyncio.to_thread(command_folder.replace, *others)
            assert await asyncio.to_thread(command_folder.run, *push, "--conflicts", "file") == 2
            assert "edits on this computer that are not published" in command_folder.err
            assert await asyncio.to_thread(command_folder.held) == dict(others)

    asyncio.run(go_on())
