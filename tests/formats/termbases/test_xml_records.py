"""Hostile and broken XML files are rejected at once, with a message, in little memory, reading no other file."""

from __future__ import annotations

import resource
from collections.abc import Callable
from pathlib import Path

import pytest

from support.campaign import not_hanging, size
from termdesk.domain.errors import Stopped, UnreadableFile
from termdesk.formats.termbases import tbx, tmx
from termdesk.formats.termbases.xml_records import MOST_RECORD_BYTES

UNIT = '<tu><tuv xml:lang="en"><seg>{}</seg></tuv><tuv xml:lang="de"><seg>Begriff</seg></tuv></tu>'


def tmx_of(folder: Path, body: str, *, doctype: str = "", name: str = "memory.tmx") -> Path:
    path = folder / name
    path.write_text(f'<?xml version="1.0"?>\n{doctype}<tmx version="1.4"><body>{body}</body></tmx>', encoding="utf-8")
    return path


def entities_of(lines: str) -> str:
    return f"<!DOCTYPE tmx [\n{lines}\n]>\n"


LAUGHS = "\n".join(
    ['<!ENTITY l0 "laugh">', *(f'<!ENTITY l{level} "{f"&l{level - 1};" * 10}">' for level in range(1, 10))]
)


@pytest.mark.parametrize(
    ("doctype", "text"),
    [
        (entities_of(LAUGHS), "&l9;"),
        (entities_of(f'<!ENTITY long "{"x" * 50_000}">'), "&long;" * 10_000),
        (entities_of('<!ENTITY file SYSTEM "file:///etc/passwd">'), "&file;"),
        (entities_of('<!ENTITY % fetched SYSTEM "http://127.0.0.1:9/evil.dtd">\n%fetched;'), "term"),
        (entities_of(f'<!ATTLIST seg swollen CDATA "{"x" * 50_000}">'), "<seg/>" * 10_000),
    ],
    ids=["billion laughs", "quadratic", "external file", "parameter entity", "swelling attribute"],
)
def test_declarations_that_swell_or_fetch_are_refused_in_words(tmp_path: Path, doctype: str, text: str) -> None:
    path = tmx_of(tmp_path, UNIT.format(text) * 3, doctype=doctype)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    with not_hanging(), pytest.raises(UnreadableFile, match="entities or attributes") as refusal:
        tmx.read(path)

    assert "root:" not in str(refusal.value)
    assert refusal.value.remedy
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 64 * 1024


@pytest.mark.slow(keep=2)
@pytest.mark.parametrize(
    "body",
    [
        f'<tu note="{"x" * 30_000_000}">',
        f"<tu><tuv xml:lang='en'><seg>{'x' * 30_000_000}</seg></tuv></tu>",
        "<tu>" + "<a/>" * (MOST_RECORD_BYTES // 4 + 100_000),
        "<tu>" + "<a>" * 100_000,
    ],
    ids=["endless attribute", "endless text", "endless record", "endless depth"],
)
def test_what_would_fill_the_memory_is_refused(tmp_path: Path, body: str) -> None:
    path = tmx_of(tmp_path, body)

    with not_hanging(), pytest.raises(UnreadableFile) as refusal:
        tmx.read(path)

    assert len(refusal.value.message) < 400


def test_a_prolog_without_end_is_refused(tmp_path: Path) -> None:
    path = tmx_of(tmp_path, UNIT.format("term"), doctype=entities_of(f'<!ENTITY long "{"x" * 1_000_000}">'))

    with pytest.raises(UnreadableFile, match="first 65,536 bytes"):
        tmx.read(path)


def test_a_doctype_that_names_a_file_elsewhere_is_harmless(tmp_path: Path) -> None:
    path = tmx_of(tmp_path, UNIT.format("term"), doctype='<!DOCTYPE tmx SYSTEM "http://127.0.0.1:9/tmx14.dtd">\n')

    memory = tmx.read(path)

    assert [term.text for term in memory.concepts[0].terms] == ["term", "Begriff"]


def test_a_reference_that_stands_for_nothing_costs_its_unit_only(tmp_path: Path) -> None:
    body = "\n".join([UNIT.format("one"), UNIT.format("two&nbsp;words"), UNIT.format("three")])
    path = tmx_of(tmp_path, body, doctype='<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n')

    memory = tmx.read(path)

    assert [concept.terms[0].text for concept in memory.concepts] == ["one", "three"]
    assert [(rejected.line, rejected.row) for rejected in memory.rejected_rows] == [(4, 2)]
    assert "&nbsp;" in memory.rejected_rows[0].reason
    assert "two&nbsp;words" in str(memory.rejected_rows[0].original)


@pytest.mark.parametrize("reference", ["&nbsp;", "&#xD800;"])
def test_a_reference_that_stands_for_nothing_costs_no_other_unit_of_its_line(tmp_path: Path, reference: str) -> None:
    body = "".join([UNIT.format("one"), UNIT.format(f"two{reference}words"), UNIT.format("three")])

    memory = tmx.read(tmx_of(tmp_path, body))

    assert [concept.terms[0].text for concept in memory.concepts] == ["one", "three"]
    (rejected,) = memory.rejected_rows
    assert "two" in str(rejected.original)


def test_a_reference_in_an_attribute_costs_its_unit(tmp_path: Path) -> None:
    unit = UNIT.format("two").replace("<tu>", '<tu changeid="a&nbsp;b">')
    body = "\n".join([UNIT.format("one"), unit, UNIT.format("three")])

    memory = tmx.read(tmx_of(tmp_path, body))

    assert [concept.terms[0].text for concept in memory.concepts] == ["one", "three"]
    assert len(memory.rejected_rows) == 1


def test_a_file_that_is_cut_gives_what_was_whole_and_tells_the_rest(tmp_path: Path) -> None:
    path = tmx_of(tmp_path, "\n" + "\n".join(UNIT.format(f"term {number}") for number in range(1_000)))
    path.write_bytes(path.read_bytes()[:50_000])

    memory = tmx.read(path)

    count = len(memory.concepts)
    assert count == path.read_bytes().count(b"</tu>") > 400
    assert [rejected.line for rejected in memory.rejected_rows] == [count + 3]
    assert "not valid XML" in memory.rejected_rows[0].reason


@pytest.mark.slow
@pytest.mark.parametrize(
    "broken",
    [
        UNIT.format("R&D"),
        UNIT.format("R&#x1F;D"),
        UNIT.format("R\x1fD"),
        UNIT.format("R&nbsp;D"),
        UNIT.format("two</seg><seg>half"),
        UNIT.format("tags <b>crossed</seg></b>"),
        UNIT.format("text").replace('"en"', "en"),
    ],
)
def test_a_broken_record_costs_itself_alone(tmp_path: Path, broken: str) -> None:
    before, behind = ([UNIT.format(f"{side} {number}") for number in range(500)] for side in ("before", "behind"))
    path = tmx_of(tmp_path, "\n" + "\n".join([*before, broken, *behind, ""]))

    memory = tmx.read(path)

    texts = {concept.terms[0].text for concept in memory.concepts}
    lines = {rejected.line for rejected in memory.rejected_rows}
    assert texts >= {f"before {number}" for number in range(500)}
    assert ("two" in texts) == ("two" in broken)
    assert len(texts) + len(lines) == 1_001
    assert len(texts) >= 999
    assert ("two" in texts) != (503 in lines)


def test_a_record_that_lacks_its_end_is_a_fault_and_swallows_no_other(tmp_path: Path) -> None:
    endless = UNIT.format("endless").replace("</tu>", "")
    path = tmx_of(tmp_path, "\n".join(["", UNIT.format("one"), endless, UNIT.format("two"), UNIT.format("three"), ""]))

    memory = tmx.read(path)

    reported = {rejected.line for rejected in memory.rejected_rows} | {concept.line for concept in memory.concepts}
    assert {3, 4, 5, 6} <= reported
    assert "endless" not in {concept.terms[0].text for concept in memory.concepts}


def test_where_reading_ends_before_the_file_a_fault_tells_it(tmp_path: Path) -> None:
    path = tmx_of(tmp_path, "\n".join(["", UNIT.format("one"), UNIT.format("a < b"), UNIT.format("three")]))

    memory = tmx.read(path)

    assert [concept.terms[0].text for concept in memory.concepts] == ["one"]
    assert [rejected.line for rejected in memory.rejected_rows] == [4, 4]
    assert "cannot be read from here on" in memory.rejected_rows[1].reason


def test_bytes_that_are_not_of_the_encoding_cost_their_line(tmp_path: Path) -> None:
    path = tmx_of(tmp_path, "\n".join(["", UNIT.format("one"), UNIT.format("two"), UNIT.format("three"), ""]))
    path.write_bytes(path.read_bytes().replace(b"two", "zwölf".encode("latin-1")))

    memory = tmx.read(path)

    assert [concept.terms[0].text for concept in memory.concepts] == ["one", "three"]
    assert [rejected.line for rejected in memory.rejected_rows] == [4]


@pytest.mark.slow
def test_a_file_of_nothing_but_mistakes_is_given_up(tmp_path: Path) -> None:
    path = tmx_of(tmp_path, UNIT.format("one") + UNIT.format("x" + " " * 100_000 + "& " * 1_000_000))

    with not_hanging():
        memory = tmx.read(path)

    assert memory.concepts == () or memory.concepts[0].terms[0].text == "one"
    assert "cannot be read from here on" in memory.rejected_rows[-1].reason


def test_a_file_saved_as_utf_8_may_still_say_utf_16(tmp_path: Path) -> None:
    path = tmx_of(tmp_path, UNIT.format("契約"))
    path.write_bytes(path.read_bytes().replace(b'"1.0"', b'"1.0" encoding="UTF-16"'))

    assert tmx.read(path).concepts[0].terms[0].text == "契約"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b"no XML at all", "not readable XML"),
        (b"<tmx><body>", "not readable XML"),
        (b"<html><body><p>page</p></body></html>", "outermost element is “html”"),
        (b"<martif><text><body><termEntry/></body></text></martif>", "not TMX.*martif"),
    ],
)
def test_other_files_are_refused_by_what_they_are(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "memory.tmx"
    path.write_bytes(content)

    with pytest.raises(UnreadableFile, match=words):
        tmx.read(path)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="does not exist"):
        tbx.read(tmp_path / "absent.tbx")
    with pytest.raises(UnreadableFile, match="is not a file"):
        tbx.read(tmp_path)


class StopsAt:
    """A user who cancels after this many bytes."""

    def __init__(self, done: int) -> None:
        self._limit = done
        self.steps: list[tuple[int, int | None]] = []

    def step(self, done: int, total: int | None = None) -> None:
        self.steps.append((done, total))
        if done >= self._limit:
            raise Stopped


@pytest.mark.slow
def test_reading_can_be_stopped_and_says_how_far_it_is(tmp_path: Path) -> None:
    path = tmx_of(tmp_path, UNIT.format("term") * 5_000)
    progress = StopsAt(200_000)

    with pytest.raises(Stopped):
        tmx.read(path, progress=progress)

    assert progress.steps[0][0] < progress.steps[-1][0] < path.stat().st_size
    assert progress.steps[0][1] == path.stat().st_size


@pytest.mark.parametrize("read", [tbx.read, tmx.read])
def test_an_empty_term_base_is_no_error(tmp_path: Path, read: Callable[[Path], object]) -> None:
    path = tmp_path / "empty.xml"
    module = tbx if read is tbx.read else tmx
    path.write_bytes(b"".join(module.write([])))

    termbase = module.read(path)

    assert termbase.concepts == ()
    assert termbase.rejected_rows == ()


@pytest.mark.slow
def test_many_records_do_not_fill_the_memory_and_keep_their_lines(tmp_path: Path) -> None:
    count = size(8_000, 70_000)
    path = tmx_of(tmp_path, "\n" + "\n".join(UNIT.format(f"term {number}") for number in range(count)))

    memory = tmx.read(path)

    assert [concept.line for concept in memory.concepts] == list(range(3, count + 3))
