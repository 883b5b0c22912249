"""Training files: TSV and TMX as others write them, cleaned, or rejected with a message."""

from __future__ import annotations

from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.campaign import size
from termdesk.domain.errors import UnreadableFile
from termdesk.domain.language.language import LanguagePair
from termdesk.service.engines.statistical.corpus import FEWEST, read_corpus

PAIR = LanguagePair("en", "de")
ENOUGH = [(f"House number {number}", f"Haus Nummer {number}") for number in range(FEWEST)]
TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=40).filter(
    lambda text: "\ufffe" not in text and "\uffff" not in text
)


def as_tsv(rows: list[tuple[str, str]]) -> str:
    return "".join(f"{source}\t{target}\n" for source, target in rows)


def as_tmx(rows: list[tuple[str, str]], *, source: str = "en-US", target: str = "DE_ch") -> str:
    units = "".join(
        f'<tu><tuv xml:lang="{source}"><seg>{escape(one)}</seg></tuv>'
        f'<tuv lang="{target}"><seg>{escape(other)}</seg></tuv></tu>'
        for one, other in rows
    )
    return f'<tmx version="1.4"><header/><body>{units}</body></tmx>'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_tsv_is_read_in_the_encoding_of_its_mark(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "rows"
    file.write_bytes(as_tsv([*ENOUGH, ("Öl", "油")]).encode(encoding))

    assert read_corpus(file, "tsv", PAIR).pairs == [*ENOUGH, ("Öl", "油")]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_tmx_is_read_by_roots_of_its_languages(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "rows"
    file.write_bytes(as_tmx(ENOUGH).encode(encoding))

    assert read_corpus(file, "tmx", PAIR).pairs == ENOUGH


@given(st.lists(st.tuples(TEXTS, TEXTS), max_size=20))
@settings(max_examples=size(15, 200), deadline=None)
def test_every_row_is_learned_from_or_counted(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, str]]
) -> None:
    folder = tmp_path_factory.mktemp("rows", numbered=True)
    (folder / "tsv").write_text(as_tsv([*ENOUGH, *rows]), "utf-8", newline="\n")
    (folder / "tmx").write_text(as_tmx([*ENOUGH, *rows]), "utf-8", newline="\n")

    by_tsv, by_tmx = read_corpus(folder / "tsv", "tsv", PAIR), read_corpus(folder / "tmx", "tmx", PAIR)

    assert by_tsv == by_tmx
    assert len(by_tsv.pairs) + by_tsv.left_out.total() == len(ENOUGH) + len(rows)


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (ENOUGH[0], "twice"),
        (("Empty", "  "), "without a translation"),
        (("word " * 81, "Wort " * 70), "too long"),
        (("A short sentence", "Ein sehr langer Satz " * 10), "of very different lengths"),
    ],
)
def test_what_teaches_nothing_is_left_out_with_its_reason(tmp_path: Path, row: tuple[str, str], reason: str) -> None:
    file = tmp_path / "rows"
    file.write_text(as_tsv([*ENOUGH, row]), "utf-8")

    corpus = read_corpus(file, "tsv", PAIR)

    assert corpus.pairs == ENOUGH
    assert corpus.left_out == {reason: 1}


def test_tags_inside_a_segment_are_no_text(tmp_path: Path) -> None:
    file = tmp_path / "rows"
    content = as_tmx([*ENOUGH, ("MARKED", "Fett")])
    marked = '<bpt i="1">&lt;b&gt;</bpt>Bold<ept i="1">&lt;/b&gt;</ept> <hi>text</hi><ph x="2"/>'
    file.write_text(content.replace("MARKED", marked), "utf-8")

    assert read_corpus(file, "tmx", PAIR).pairs[-1] == ("Bold text", "Fett")


@pytest.mark.parametrize(
    "start",
    [
        '<!DOCTYPE tmx SYSTEM "tmx14.dtd">',
        '<!DOCTYPE tmx [<!ENTITY secret SYSTEM "file:///etc/hostname">]>',
    ],
)
def test_nothing_outside_the_file_is_read(tmp_path: Path, start: str) -> None:
    file = tmp_path / "rows"
    file.write_text(start + as_tmx([*ENOUGH, ("Host X", "Rechner")]).replace("Host X", "Host &secret;"), "utf-8")

    try:
        pairs = read_corpus(file, "tmx", PAIR).pairs
    except UnreadableFile:
        return

    assert pairs[-1][0] == "Host"


def test_a_deeply_nested_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "rows"
    file.write_text("<tmx><body><tu><tuv xml:lang='en'><seg>" + "<hi>" * 100_000, "utf-8")

    with pytest.raises(UnreadableFile, match="broken"):
        read_corpus(file, "tmx", PAIR)


def test_bytes_that_are_no_text_are_refused_with_the_remedy(tmp_path: Path) -> None:
    file = tmp_path / "rows"
    file.write_bytes(as_tsv(ENOUGH).encode() + b"\xe4\t\xf6\n")

    with pytest.raises(UnreadableFile) as failure:
        read_corpus(file, "tsv", PAIR)

    assert "UTF-8" in failure.value.remedy
