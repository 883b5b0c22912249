"""The `--json` reports match the man page and the README in every key, because scripts rely on them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from support.files.bundles import EN_DE, bundle_of, put
from support.services.command_folder import CommandFolder
from support.services.fault_proxy import Fault, FaultProxy, Harm
from termdesk.commands.completions.json_reports import REPORTS, Shape, shape_lines
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.term_records import TermRecords
from termdesk.domain.spot_check.sentence_set import SentenceSet
from termdesk.storage.text_store import StoredText

COSTS = "translate --dry-run, improve --dry-run, documents --dry-run, spot-check --dry-run"
EN_ES = LanguagePair("en", "es")
README = Path(__file__).parents[3] / "README.md"


def mismatches(value: object, shape: Shape, place: str = "") -> Iterator[str]:
    """Yield the places where a report differs from its description."""
    if isinstance(shape, tuple):
        if not any(not [*mismatches(value, each)] for each in shape):
            yield f"{place}: {value!r}"
    elif isinstance(shape, list):
        if not isinstance(value, list):
            yield f"{place}: no list"
        else:
            for number, each in enumerate(value):
                yield from mismatches(each, shape[0], f"{place}[{number}]")
    elif isinstance(shape, dict):
        if not isinstance(value, dict) or (str not in shape and value.keys() != shape.keys()):
            yield f"{place}: {value!r}"
        else:
            for key, each in value.items():
                yield from mismatches(each, shape[str] if str in shape else shape[key], f"{place}.{key}")
    elif type(value) is not (shape if shape is not None else type(None)):
        yield f"{place}: {value!r}"


def assert_shape(title: str, report: object) -> None:
    assert [*mismatches(report, REPORTS[title])] == [], title


def test_glossaries(desk: CommandFolder) -> None:
    """A glossary with a conflict, and a file with a problem."""
    desk.publish(("house", "Haus"), ("tree", "Baum"))
    base = desk.file("before.en-de.tsv", "house=Hof", "cat=Katze")
    path, bad = desk.file("terms.en-de.tsv", "house=Heim", "sea=Meer"), desk.file("bad.en-de.tsv", "sea=Meer ")
    push = ("glossary", "push", desk.name, path)

    assert_shape("glossary list", desk.json("glossary", "list"))
    assert_shape("glossary pull", desk.json("glossary", "pull", desk.name, "-o", str(desk.path / "pulled.tsv")))
    assert_shape("glossary export", desk.json("glossary", "export", desk.name, str(desk.path / "out.tbx")))
    assert_shape("glossary diff", desk.json("glossary", "diff", desk.name, path, "--base", base))
    assert_shape("glossary diff", desk.json("glossary", "diff", desk.name, bad))
    assert_shape("glossary push", desk.json(*push, "--allow-removals", "2", "--yes"))
    assert_shape("glossary check NAME", desk.json("glossary", "check", desk.name))
    assert_shape("check FILE", desk.json("glossary", "check", bad))
    assert_shape("a command that fails", desk.json("glossary", "pull", "nothing"))
    assert_shape("a command that fails", desk.json("glossary", "pull", desk.name, "-o", str(desk.path / "pulled.tsv")))


def test_a_publishing_that_failed_half_way(desk: CommandFolder) -> None:
    async def fail() -> None:
        async with FaultProxy(urlsplit(desk.service.url).port or 0) as proxy:
            desk.change_settings(custom_address=proxy.url)
            await desk.draft_two(desk.name)
            proxy.fault = Fault(Harm.LOSE_REQUEST, when=lambda line: line.startswith("PUT"))
            push = ("glossary", "push", desk.name, "--draft", "--yes")
            assert_shape("a command that fails", await asyncio.to_thread(desk.json, *push))
            proxy.fault = Fault(Harm.NONE)
            report = await asyncio.to_thread(desk.json, "glossary", "unfinished")
            assert report["dictionaries"]
            assert_shape("glossary unfinished", report)
            dry = await asyncio.to_thread(desk.json, "glossary", "unfinished", "--resume", "--dry-run")
            assert_shape("glossary unfinished", dry)
            assert_shape("glossary push", await asyncio.to_thread(desk.json, *push))

    asyncio.run(fail())


def test_upkeep(desk: CommandFolder) -> None:
    before, desk.name = desk.name, f"{desk.name} new"
    asyncio.run(desk.draft_two(before))
    desk.run("glossary", "push", before, "--draft", "--yes")

    for words in (("replace", "house", "home"), ("clean",), ("fix", "--kind", "empty")):
        name, *rest = words
        assert_shape(f"glossary {name}", desk.json("glossary", name, before, *rest))
    rule = ("glossary", "rules", "--add", "No house", "--pattern", "home", "--try", before)
    assert_shape("glossary rules", desk.json(*rule))
    for words in ((), (before,)):
        assert_shape("glossary kinds", desk.json("glossary", "kinds", *words))
    ignore = ("--add", "--kind", "own:No house")
    for words in (ignore, ()):
        assert_shape("glossary ignored", desk.json("glossary", "ignored", before, *words))
    assert_shape("glossary similar", desk.json("glossary", "similar", before))
    assert_shape("glossary similar --settle", desk.json("glossary", "similar", before, "--settle", "delete"))
    assert_shape("glossary undo", desk.json("glossary", "undo", before, "--pair", "en-de"))
    path = desk.file("more.en-de.tsv", "tree=Baum")
    assert_shape("glossary import", desk.json("glossary", "import", path, before))
    assert_shape("glossary duplicate", desk.json("glossary", "duplicate", before, f"{before} copy"))
    folder = ("glossary", "folder", before)
    link = desk.json(*folder, "--link", str(desk.path))
    assert_shape("glossary folder --link, glossary folder --unlink", link)
    assert_shape("glossary folder --push", desk.json(*folder, "--push"))
    for words in ((), ("--pull",)):
        assert_shape("glossary folder NAME, glossary folder --pull", desk.json(*folder, *words))
    assert_shape("glossary folder", desk.json("glossary", "folder"))
    assert_shape("glossary tags", desk.json("glossary", "tags", before, "--add", "urgent"))
    assert_shape("glossary check NAME", desk.json("glossary", "check", before, "--compare"))
    assert_shape("glossary reverse", desk.json("glossary", "reverse", before, "--pair", "en-de"))
    assert_shape("glossary rename", desk.json("glossary", "rename", before, desk.name))
    assert_shape("glossary delete", desk.json("glossary", "delete", desk.name, "--yes"))
    assert_shape("glossary deleted", desk.json("glossary", "deleted"))


def test_what_was_before(desk: CommandFolder) -> None:
    """Each dictionary has a version."""
    asyncio.run(desk.draft_two(desk.name))
    desk.run("glossary", "push", desk.name, "--draft", "--yes")
    listed = desk.json("glossary", "versions", desk.name)
    number = str(listed["versions"][0]["number"])

    assert_shape("glossary versions", listed)
    assert_shape("glossary versions --compare", desk.json("glossary", "versions", desk.name, "--compare", number))
    assert_shape("glossary versions --restore", desk.json("glossary", "versions", desk.name, "--restore", number))
    other = desk.file("other.tsv", "house=Heim")
    versions = ("glossary", "versions", desk.name)
    assert_shape("glossary versions --compare", desk.json(*versions, "--pair", "en-de", "--with", other))
    assert_shape("glossary versions --keep", desk.json(*versions, "--keep", "Audit"))
    assert_shape("glossary versions --delete", desk.json(*versions, "--delete", number, "--yes"))
    for words in ((), ("--differences",)):
        assert_shape("glossary changes", desk.json("glossary", "changes", *words))


def test_another_service(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"))

    for words in (("copy", "--dry-run"), ("move", "--yes")):
        report = desk.json("glossary", words[0], desk.name, "--to", "local", words[1])
        assert_shape(f"glossary {words[0]}", report)


def test_releases(desk: CommandFolder) -> None:
    asyncio.run(desk.draft_two(desk.name))

    assert_shape("glossary lock", desk.json("glossary", "lock", desk.name))
    assert_shape("glossary release", desk.json("glossary", "release", desk.name, str(desk.path)))
    assert_shape("glossary take-over", desk.json("glossary", "take-over", str(desk.path), "Other"))


def test_texts(desk: CommandFolder) -> None:
    desk.publish(("house", "vivienda"), pair=EN_ES)
    translate = ("translate", "The house is big.", "--from", "en", "--to", "es", "--glossary", desk.name, "--yes")
    improve = ("improve", "This are a house.", "--language", "en-US", "--correct", "--yes")

    assert_shape("translate", desk.json(*translate))
    assert_shape("improve", desk.json(*improve))
    for words in (translate, improve):
        assert_shape(COSTS, desk.json(*words, "--dry-run"))
    assert_shape("usage", desk.json("usage"))
    assert_shape("ledger", desk.json("ledger"))
    assert_shape("profiles", desk.json("profiles"))
    assert_shape("profiles", desk.json("profiles", "--test"))
    assert_shape("languages", desk.json("languages", "Spanish"))
    assert_shape("languages --changes", desk.json("languages", "--changes"))
    assert_shape("languages --older", desk.json("languages", "--older", "text"))
    assert_shape("preferences", desk.json("preferences"))
    assert_shape("preferences", desk.json("preferences", "job_cap", "7"))
    assert_shape("profiles", desk.json("profiles", "--add", "Agency", "--address", "https://terms.example.org"))
    assert_shape("languages --pair", desk.json("languages", "--pair", "en-es"))
    assert_shape("a command that fails", desk.json("translate", " ", "--to", "es"))


def test_documents(desk: CommandFolder) -> None:
    (desk.path / "letter.txt").write_text("The house is big.", "utf-8")
    words = ("documents", str(desk.path / "letter.txt"), "--from", "en", "--to", "es")

    assert_shape(COSTS, desk.json(*words, "--dry-run"))
    report = desk.json(*words, "--yes")
    assert_shape("documents", report)
    assert_shape(
        "documents --remove, documents --retry",
        desk.json("documents", "--remove", str(report["documents"][0]["number"])),
    )


def test_texts_of_before(desk: CommandFolder) -> None:
    async def keep() -> None:
        async with desk.records() as records:
            await records.texts.add(StoredText("custom", "POST /v2/translate", "en", "de", "The house.", "Das Haus."))

    asyncio.run(keep())

    assert_shape("history", desk.json("history"))
    star = "history --star, history --unstar, history --delete, history --delete-all"
    for words in (("--star", "1"), ("--delete", "1", "--yes"), ("--delete-all", "--yes")):
        assert_shape(star, desk.json("history", *words))
    keeping = "history --keeping, history --keep-days, history --keep-most, history --keep-none"
    assert_shape(keeping, desk.json("history", "--keep-days", "30"))
    assert_shape("history -o", desk.json("history", "-o", str(desk.path / "texts.tsv")))


def test_confirmed_translations(desk: CommandFolder) -> None:
    local, pair, path = ("confirmed", "--profile", "local"), ("--pair", "en-de"), str(desk.path / "memory.tmx")

    assert_shape("confirmed --confirm", desk.json(*local, *pair, "--confirm", "The house.", "Das Haus."))
    assert_shape("confirmed", desk.json(*local))
    assert_shape("confirmed -o", desk.json(*local, "-o", path))
    desk.run(*local, *pair, "--confirm", "The house.", "Das Heim.")
    assert_shape("confirmed --import, confirmed --fetch", desk.json(*local, "--import", path, "--yes"))
    delete = ("--delete", "The house.", "--yes")
    assert_shape("confirmed --delete, confirmed --delete-all", desk.json(*local, *pair, *delete))


def test_a_spot_check(desk: CommandFolder) -> None:
    desk.publish(("house", "vivienda"), pair=EN_ES)

    async def prepare() -> None:
        async with desk.records() as records:
            await records.spot_check.sets.put(SentenceSet("1", "Law", EN_ES, ("The house is big.",)))

    asyncio.run(prepare())
    words = ("spot-check", "Law", "--glossary", desk.name, "--yes", "--set-baseline")

    assert_shape(COSTS, desk.json(*words, "--dry-run"))
    for _ in range(2):
        assert_shape("spot-check", desk.json(*words))


def test_files(desk: CommandFolder) -> None:
    folder = desk.path / "release"
    folder.mkdir()
    put(folder, bundle_of({EN_DE: TermRecords({"bolt": "Schraube"})}))
    (folder / "en-de.tsv").write_text("bolt\tBolzen\n", "utf-8")

    # These commands use no program folder.
    assert_shape("check FILE", desk.json_of("check", desk.file("terms.en-de.tsv", "sea=Meer ", "lone")))
    assert_shape("bundle check", desk.json_of("bundle", "check", str(folder)))
    assert_shape("a command that fails", desk.json_of("bundle", "check", str(desk.path)))


def test_another_shape_is_noticed() -> None:
    shape = {"a": str, "b": [{"c": (int, None)}], "d": {str: bool}}

    assert [*mismatches({"a": "x", "b": [{"c": None}, {"c": 1}], "d": {"e": True}}, shape)] == []
    wrong = ({"a": 1, "b": [], "d": {}}, {"a": "x", "b": [], "d": {"e": 1}}, {"a": "x", "b": [{"c": "1"}], "d": {}})
    for report in (*wrong, {"a": "x", "b": []}, {"a": "x", "b": [], "d": {}, "e": 1}, {"a": "x", "b": {}, "d": {}}):
        assert [*mismatches(report, shape)]
    assert [*shape_lines(shape)] == [
        "a: text",
        "b: list of objects",
        "  c: number or null",
        "d: object",
        "  (any): true or false",
    ]


def test_the_readme_names_every_key() -> None:
    told = README.read_text("utf-8")

    keys = {line.strip().partition(":")[0] for shape in REPORTS.values() for line in shape_lines(shape)} - {"(any)"}
    assert {key for key in keys if f"`{key}`" not in told} == set()
