"""Common properties of TBX, TMX and MultiTerm: what is written reads back exactly, or is reported by row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from support.campaign import size
from support.detailed import detailed, details_of
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.entries.term_fields import FIELD_NAMES, OF_SOURCE
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.formats.concepts import Concept, Term, Termbase, as_read_result, concepts_of
from termdesk.formats.termbases import multiterm, tbx, tmx


class OlderTbx:
    """TBX in the form of the 2008 standard."""

    read = staticmethod(tbx.read)
    format_losses = staticmethod(tbx.format_losses)

    @staticmethod
    def write(concepts: Iterable[Concept]) -> Iterator[bytes]:
        return tbx.write(concepts, tbx.TBX_2008)


every_format = pytest.mark.parametrize(
    "format_module", [tbx, OlderTbx, tmx, multiterm], ids=["tbx", "older tbx", "tmx", "multiterm"]
)

_CHARACTERS = st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"], exclude_characters="\ufffe\uffff")
_TEXT = st.text(_CHARACTERS, min_size=1, max_size=20).map(lambda text: text.strip(" ")).filter(bool)
_NOTE = st.one_of(st.just(""), _TEXT, st.just("two\nlines & <marks>"), st.just("return\rkept"))
_LANGUAGES = ["en", "de", "zh-Hant"]
_STATUS = st.sampled_from(["", "preferred", "admitted", "forbidden"])
_TERM = st.builds(Term, st.sampled_from(_LANGUAGES), _TEXT, _STATUS, _NOTE, st.just(()))
_PARTS = st.tuples(st.lists(_TERM, min_size=2, max_size=5), _NOTE, _NOTE, _NOTE)


def read(format_module: Any, folder: Path, content: bytes) -> Termbase:
    path = folder / "terms.xml"
    path.write_bytes(content)
    termbase: Termbase = format_module.read(path)
    return termbase


@pytest.mark.slow
@every_format
@given(st.lists(_PARTS, max_size=6))
@settings(max_examples=size(15, 400), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_written_is_read_again(
    format_module: Any, tmp_path: Path, parts: list[tuple[list[Term], str, str, str]]
) -> None:
    # TBX groups terms by language, so sort them that way.
    concepts = [
        Concept(number, 0, tuple(sorted(terms, key=lambda term: _LANGUAGES.index(term.language))), *texts)
        for number, (terms, *texts) in enumerate(parts, start=1)
    ]

    termbase = read(format_module, tmp_path, b"".join(format_module.write(concepts)))

    found = [(each.number, each.terms, each.definition, each.domain, each.note) for each in termbase.concepts]
    assert found == [(each.number, each.terms, each.definition, each.domain, each.note) for each in concepts]
    assert termbase.rejected_rows == ()
    assert termbase.dropped == {}


@every_format
def test_ones_own_export_gives_the_same_entries_and_the_same_file(format_module: Any, tmp_path: Path) -> None:
    pair = LanguagePair("en", "ar")
    fields = tuple(
        (name, f"{name} & <so on>") for name in (*FIELD_NAMES, *(OF_SOURCE + name for name in FIELD_NAMES[1:]))
    )
    details = [
        EntryDetail("preferred", "note", "law", fields),
        EntryDetail(),
        EntryDetail("forbidden", "", "insurance"),
    ]
    entries = detailed([("contract", "عقد"), ("=1+1", '"quoted" & <marked>'), ("contract", "اتفاق")], details)
    first = b"".join(format_module.write(concepts_of(entries, pair)))

    again = as_read_result(read(format_module, tmp_path, first), pair).result.entries

    assert again == entries
    assert details_of(again) == details
    assert b"".join(format_module.write(concepts_of(again, pair))) == first


@every_format
@pytest.mark.parametrize("text", ["\x07bell", "half \ud800", "\x00"])
def test_what_xml_cannot_hold_is_refused_by_its_row(format_module: Any, text: str) -> None:
    concepts = list(concepts_of(Entries.of([("a", "b"), ("c", text)]), LanguagePair("en", "de")))

    with pytest.raises(InvalidInput, match="Row 2"):
        b"".join(format_module.write(concepts))
