"""`termdesk glossary push` and `diff`: nothing is lost, and nothing is sent without consent."""

from __future__ import annotations

import asyncio
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from support.files.pipes import piped
from support.services.command_folder import CommandFolder
from support.services.fault_proxy import Fault, FaultProxy, Harm
from termdesk.domain.language.language import LanguagePair

HUNDRED = [(f"word {number}", f"Wort {number}") for number in range(200)]


def test_a_new_glossary_is_created_once_agreed(desk: CommandFolder) -> None:
    path = desk.file("terms.en-de.tsv", "house=Haus", "tree=Baum")

    assert desk.run("glossary", "push", desk.name, path, "--yes") == 2
    assert "--create" in desk.err
    assert desk.held() is None

    assert desk.run("glossary", "push", desk.name, path, "--yes", "--create") == 0
    assert "Published and read back" in desk.out
    assert desk.held() == {"house": "Haus", "tree": "Baum"}
    # POST, and PATCH for the name.
    assert f"To send: {len(desk.writes())} calls, 21 bytes" in desk.out


def test_a_dry_run_and_a_missing_agreement_send_nothing(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"))
    path = desk.file("terms.en-de.tsv", "house=Heim", "tree=Baum")

    assert desk.run("glossary", "push", desk.name, path, "--dry-run", "--yes") == 1
    assert "+ tree → Baum\n~ house → Heim (was: Haus)\nTo send: 1 call, 21 bytes\n" in desk.out
    assert desk.run("glossary", "push", desk.name, path) == 2
    assert "Add --yes to agree" in desk.err

    assert desk.held() == {"house": "Haus"}
    assert desk.writes() == []


def test_what_was_published_is_in_the_notebook_with_its_trace_id(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"))

    [told] = desk.json("glossary", "push", desk.name, desk.file("terms.en-de.tsv", "house=Heim"), "--yes")[
        "dictionaries"
    ]

    [write] = desk.writes()
    assert told["is_published"]
    assert write.method == "PATCH"
    assert (told["changed"], told["entries"]) == ({"house": {"old": "Haus", "new": "Heim"}}, 1)


def test_what_others_changed_since_the_file_was_pulled_stays(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"), ("tree", "Baum"))
    path = desk.path / "terms.tsv"
    assert desk.run("glossary", "pull", desk.name, "--pair", "en-de", "-o", str(path)) == 0
    desk.replace(("house", "Haus"), ("tree", "Baum"), ("cat", "Katze"))
    desk.file("terms.tsv", "house=Heim", "tree=Baum")

    assert desk.run("glossary", "push", desk.name, str(path), "--pair", "en-de", "--yes") == 0
    assert "that stays: 1 added, 0 changed, 0 removed" in desk.out
    assert desk.held() == {"house": "Heim", "tree": "Baum", "cat": "Katze"}

    # The file never had the missing phrases, so the next push does not remove them either.
    desk.file("terms.tsv", "house=Heim")
    assert desk.run("glossary", "push", desk.name, str(path), "--pair", "en-de", "--yes") == 0
    assert desk.held() == {"house": "Heim", "cat": "Katze"}


def test_a_file_of_another_clone_has_the_base_that_is_named(desk: CommandFolder) -> None:
    """Nothing was pulled here. Since the commit of the base, others added, removed and changed a phrase."""
    desk.publish(("house", "Haus"), ("cat", "Katze"), ("dog", "Rüde"))
    base = desk.file("before.tsv", "house=Haus", "tree=Baum", "dog=Hund")
    path = desk.file("terms.en-de.tsv", "house=Heim", "tree=Baum", "dog=Hund")
    words = ("glossary", "push", desk.name, path, "--base", base, "--yes")

    report = desk.json("glossary", "diff", desk.name, path, "--base", base)
    [told] = report["dictionaries"]
    assert (report["base"], [*told["changed"]], told["added"], told["removed"]) == ("file", ["house"], {}, {})
    assert {key: [*phrases] for key, phrases in told["from_service"].items()} == {
        "added": ["cat"],
        "changed": ["dog"],
        "removed": ["tree"],
    }
    assert desk.run(*words) == 0
    assert f"Base: {base}\n" in desk.out
    assert desk.held() == {"house": "Heim", "cat": "Katze", "dog": "Rüde"}

    # The file was pushed from here, so its content is the default base; the named base takes precedence.
    desk.file("terms.en-de.tsv", "house=Heim")
    assert desk.json("glossary", "diff", desk.name, path)["base"] == "pull"
    assert desk.json("glossary", "diff", desk.name, path, "--base", base)["base"] == "file"


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="pipes have no names here")
def test_what_another_command_prints_is_pushed_with_its_base(desk: CommandFolder) -> None:
    """Like `push NAME <(git show HEAD:terms.tsv) --base <(git show HEAD~:terms.tsv)` in a shell."""
    desk.publish(("house", "Haus"), ("cat", "Katze"))

    with piped(b"house\tHeim\n") as file, piped(b"house\tHaus\n") as base:
        words = ("glossary", "push", desk.name, str(file), "--base", str(base), "--pair", "en-de", "--yes")
        assert desk.run(*words) == 0, desk.err
    with piped(b"house\tHeim\ncat\tKater\n") as file:
        [told] = desk.json("glossary", "diff", desk.name, str(file), "--pair", "en-de")["dictionaries"]

    assert desk.held() == {"house": "Heim", "cat": "Katze"}
    assert [*told["changed"]] == ["cat"]
    # The next pipe has other content, but may have the same name.
    assert not [*(desk.path / "data").rglob("pulled/*")]


@pytest.mark.parametrize(
    ("name", "rows", "said"),
    [
        ("before.en-fr.tsv", ("house=maison",), "before.en-fr.tsv holds en → fr, not en → de."),
        ("before.tsv", ("house=Haus", "lone"), "1 line of before.tsv cannot be read; the first is line 2"),
        ("", (), "does not exist"),
    ],
)
def test_a_base_that_is_none_is_refused(desk: CommandFolder, name: str, rows: tuple[str, ...], said: str) -> None:
    desk.publish(("house", "Haus"), ("tree", "Baum"))
    base = desk.file(name, *rows) if name else str(desk.path / "gone.tsv")
    path = desk.file("terms.en-de.tsv", "house=Heim")

    assert desk.run("glossary", "push", desk.name, path, "--base", base, "--yes") == 2

    assert said in desk.err
    assert desk.held() == {"house": "Haus", "tree": "Baum"}


def test_a_named_base_has_the_guards_of_every_push(desk: CommandFolder) -> None:
    """Conflicts stop it, and so do many removals."""
    desk.publish(*HUNDRED)
    base = desk.file("before.tsv", *(f"{source}={target}" for source, target in HUNDRED))
    few, other = desk.file("few.en-de.tsv", "word 0=Wort 0"), desk.file("other.en-de.tsv", "word 0=anders")

    assert desk.run("glossary", "push", desk.name, few, "--base", base, "--yes") == 2
    assert "add --allow-removals 199" in desk.err
    base = desk.file("before.tsv", "word 0=früher")
    assert desk.run("glossary", "push", desk.name, other, "--base", base, "--yes") == 2
    assert "! word 0: “anders” here, “Wort 0” on the service, “früher” before" in desk.err
    assert desk.run("glossary", "push", desk.name, "--draft", "--base", base) == 2
    assert "--base needs FILE" in desk.err
    # The service has no such dictionary, so the whole file is new, whatever its base.
    french = desk.file("terms.en-fr.tsv", "word 0=mot 0")
    report = desk.json("glossary", "push", desk.name, french, "--base", french, "--create", "--dry-run")
    assert (report["base"], report["dictionaries"][0]["added"]) == (None, {"word 0": "mot 0"})
    assert desk.held() == dict(HUNDRED)


def test_conflicts_are_never_settled_silently(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"))
    path = desk.path / "terms.tsv"
    desk.run("glossary", "pull", desk.name, "--pair", "en-de", "-o", str(path))
    desk.replace(("house", "Bau"))
    desk.file("terms.tsv", "house=Heim")
    words = ("glossary", "push", desk.name, str(path), "--pair", "en-de", "--yes")

    assert desk.run(*words) == 2
    assert "! house: “Heim” here, “Bau” on the service, “Haus” before" in desk.err
    assert desk.held() == {"house": "Bau"}

    assert desk.run(*words, "--conflicts", "service") == 0
    assert desk.held() == {"house": "Bau"}
    desk.file("terms.tsv", "house=Hof")
    assert desk.run(*words) == 2
    assert desk.run(*words, "--conflicts", "file") == 0
    assert desk.held() == {"house": "Hof"}


def test_many_removals_need_their_number(desk: CommandFolder) -> None:
    desk.publish(*HUNDRED)
    path = desk.file("terms.en-de.tsv", "word 0=Wort 0")
    words = ("glossary", "push", desk.name, path, "--yes")

    assert desk.run(*words) == 2
    assert "add --allow-removals 199" in desk.err
    assert desk.run(*words, "--allow-removals", "198") == 2
    assert desk.held() == dict(HUNDRED)
    assert desk.run(*words, "--allow-removals", "199") == 0
    assert desk.held() == {"word 0": "Wort 0"}


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (("house=Haus", "lone"), "line 2"),
        (("house=Haus", "house=Bau"), "is the source phrase of rows"),
        (("house= Haus",), "space"),
    ],
)
def test_a_file_that_the_service_would_refuse_is_not_sent(
    desk: CommandFolder, rows: tuple[str, ...], said: str
) -> None:
    desk.publish(("house", "Haus"), ("tree", "Baum"))

    assert desk.run("glossary", "push", desk.name, desk.file("terms.en-de.tsv", *rows), "--yes") == 2

    assert said in desk.err
    assert desk.held() == {"house": "Haus", "tree": "Baum"}


def test_a_failed_push_is_kept_as_a_draft_and_finished_by_the_next(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"))
    path, other = desk.file("terms.en-de.tsv", "house=Heim"), desk.file("other.en-de.tsv", "house=Hof")

    async def on_a_broken_line() -> None:
        async with FaultProxy(urlsplit(desk.service.url).port or 0) as proxy:
            desk.change_settings(custom_address=proxy.url)
            proxy.fault = Fault(Harm.LOSE_REQUEST, when=lambda line: line.startswith("PATCH"))
            assert await asyncio.to_thread(desk.run, "glossary", "push", desk.name, path, "--yes") == 2
            assert "kept as a draft" in desk.err
            assert await asyncio.to_thread(desk.held) == {"house": "Haus"}
            proxy.fault = Fault(Harm.NONE)
            assert await asyncio.to_thread(desk.run, "glossary", "push", desk.name, other, "--yes") == 2
            assert "edits on this computer that are not published" in desk.err
            assert await asyncio.to_thread(desk.run, "glossary", "push", desk.name, path, "--yes") == 0

    asyncio.run(on_a_broken_line())
    assert desk.held() == {"house": "Heim"}


def test_a_comparison_tells_what_would_change_and_works_beside_a_window(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"), ("tree", "Baum"))
    path = desk.file("terms.en-de.tsv", "house=Heim")

    async def beside_a_window() -> int:
        async with desk.records():
            return await asyncio.to_thread(desk.run, "glossary", "diff", desk.name, path)

    assert asyncio.run(beside_a_window()) == 1
    assert "~ house → Heim (was: Haus)\n- tree → Baum\n" in desk.out
    assert "It is not known which version" in desk.err
    same = desk.file("same.en-de.tsv", "tree=Baum", "house=Haus")
    assert desk.run("glossary", "diff", desk.name, same) == 0


def test_nothing_is_published_beside_a_window(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"))
    path = desk.file("terms.en-de.tsv", "house=Heim")

    async def beside_a_window() -> int:
        async with desk.records():
            return await asyncio.to_thread(desk.run, "glossary", "push", desk.name, path, "--yes")

    assert asyncio.run(beside_a_window()) == 2
    assert "in use by another running Termdesk. Close the window, or wait until the other command has" in desk.err
    assert desk.held() == {"house": "Haus"}


def test_a_further_dictionary_of_a_glossary_is_created_where_that_is_asked(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"))
    path = desk.file("terms.en-fr.tsv", "house=maison")

    assert desk.run("glossary", "push", desk.name, path, "--yes") == 2
    assert "has no dictionary en → fr" in desk.err
    assert desk.run("glossary", "push", desk.name, path, "--yes", "--create") == 0

    assert desk.held() == {"house": "Haus"}
    assert desk.held(LanguagePair("en", "fr")) == {"house": "maison"}


def test_either_a_file_or_the_drafts_are_published(desk: CommandFolder) -> None:
    assert desk.run("glossary", "push", desk.name) == 2
    assert desk.run("glossary", "push", desk.name, "x.tsv", "--draft") == 2
    assert "either FILE or --draft" in desk.err


def test_no_key_is_printed(desk: CommandFolder) -> None:
    path = desk.file("terms.en-de.tsv", "house=Haus")
    said = ""
    for words in (["--create", "--yes"], ["--dry-run", "--json"], ["--pair", "x-y"]):
        desk.run("glossary", "push", desk.name, path, *words)
        said += desk.out + desk.err

    assert desk.service.key not in said
    assert Path(path).exists()
