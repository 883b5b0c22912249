"""TMX of other tools, unit by unit; and what is written reads back the same."""

from __future__ import annotations

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree  # type: ignore[import-untyped]

from support.campaign import size
from termdesk.domain.language.language import LanguagePair
from termdesk.service.memories.tmx import Unit, read_units, write_units

EN_DE = LanguagePair("en", "de")
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


def units(content: str) -> list[Unit]:
    return list(read_units(io.BytesIO(content.encode())))


def test_units_tell_their_source_and_lose_the_codes_in_their_texts() -> None:
    found = units(
        '<tmx version="1.4"><header srclang="EN-us"/><body>'
        '<tu><tuv xml:lang="DE_de"><seg>Ein <hi>gutes</hi> Buch<ph>{1}</ph></seg></tuv>'
        '<tuv lang="en-US"><seg>A good book</seg></tuv></tu>'
        '<tu srclang="fr"><tuv xml:lang="fr"><seg>a</seg></tuv><tuv xml:lang="fr"><seg>b</seg></tuv><tuv/></tu>'
        "</body></tmx>"
    )

    assert found == [
        Unit("en-US", {"de-DE": "Ein gutes Buch", "en-US": "A good book"}),
        Unit("fr", {"fr": "a"}),
    ]


def test_a_file_for_any_language_names_none() -> None:
    assert units('<tmx><header srclang="*all*"/><body><tu/></body></tmx>') == [Unit("", {})]


def test_nothing_outside_the_file_is_read() -> None:
    entity = '<!DOCTYPE tmx [<!ENTITY secret SYSTEM "file:///etc/hostname">]>'

    found = units(f'{entity}<tmx><body><tu><tuv xml:lang="en"><seg>a&secret;b</seg></tuv></tu></body></tmx>')

    assert found == [Unit("", {"en": "ab"})]


def test_a_broken_file_gives_what_was_whole_before() -> None:
    reader = read_units(io.BytesIO(b'<tmx><body><tu srclang="en"/><tu'))

    assert next(reader) == Unit("en", {})
    with pytest.raises(etree.XMLSyntaxError):
        next(reader)


@given(st.lists(st.tuples(TEXTS, TEXTS), max_size=5))
@settings(max_examples=size(15, 400), deadline=None)
def test_what_is_written_is_read_again(rows: list[tuple[str, str]]) -> None:
    written = b"".join(write_units(EN_DE, rows))

    read = [(unit.texts.get("en", ""), unit.texts.get("de", "")) for unit in read_units(io.BytesIO(written))]

    assert read == [(storable(source), storable(target)) for source, target in rows]


def storable(text: str) -> str:
    return "".join(each for each in text if (each >= " " or each in "\t\n\r") and each not in "\ufffe\uffff")


def test_a_long_memory_is_written_in_chunks() -> None:
    chunks = list(write_units(EN_DE, ((str(number), "x") for number in range(1_200))))

    assert len(chunks) == 3
    assert len(list(read_units(io.BytesIO(b"".join(chunks))))) == 1_200
