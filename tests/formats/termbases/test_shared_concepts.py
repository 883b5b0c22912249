"""Dictionaries of several languages in one termbase, and what each is when it is read back."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.detailed import detailed
from support.multilingual_glossary import own_entries
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import ADMITTED, FORBIDDEN, PREFERRED, EntryDetail
from termdesk.domain.language.language import LanguagePair
from termdesk.formats.concepts import as_read_result
from termdesk.formats.termbases import tbx, tmx
from termdesk.formats.termbases.shared_concepts import find_shared_format_losses, make_shared_concepts


def parts_of(entries: dict[str, Entries]) -> list[tuple[LanguagePair, Entries]]:
    return [(LanguagePair("en", code), each) for code, each in entries.items()]


@pytest.mark.parametrize("kind", [tbx, tmx], ids=["tbx", "tmx"])
def test_every_language_comes_back_as_it_was(kind: object, tmp_path: Path) -> None:
    entries = own_entries()
    german = entries["de"]
    german.details[german.ids[0]] = EntryDetail(PREFERRED, "with a head", "parts")
    german.details[german.ids[2]] = EntryDetail(FORBIDDEN)
    path = tmp_path / "parts"
    path.write_bytes(b"".join(kind.write(make_shared_concepts(parts_of(entries)))))  # type: ignore[attr-defined]

    termbase = kind.read(path)  # type: ignore[attr-defined]

    assert len(termbase.concepts) == 4
    assert set(termbase.languages) == {"en", *entries}
    for code, before in entries.items():
        after = as_read_result(termbase, LanguagePair("en", code)).result.entries
        assert after.as_dict() == before.as_dict(), code
    german = as_read_result(termbase, LanguagePair("en", "de")).result.entries
    assert german.detail(0) == EntryDetail(PREFERRED, "with a head", "parts")
    assert german.detail(2).is_forbidden


def test_synonyms_of_all_languages_share_the_concept_of_their_source(tmp_path: Path) -> None:
    preferred, admitted = EntryDetail(PREFERRED), EntryDetail(ADMITTED)
    german = detailed([("car", "Karre"), ("car", "Auto"), ("tree", "Baum")], [admitted, preferred])
    french = detailed([("car", "voiture"), ("car", "bagnole")], [preferred, admitted])
    path = tmp_path / "cars.tbx"
    path.write_bytes(
        b"".join(tbx.write(make_shared_concepts(parts_of({"de": german, "fr": french}), joins_synonyms=True)))
    )

    termbase = tbx.read(path)

    assert [[term.text for term in each.terms] for each in termbase.concepts] == [
        ["car", "Auto", "Karre", "voiture", "bagnole"],
        ["tree", "Baum"],
    ]
    assert sorted(as_read_result(termbase, LanguagePair("en", "de")).result.entries) == sorted(german)
    assert sorted(as_read_result(termbase, LanguagePair("en", "fr")).result.entries) == sorted(french)


def test_what_a_shared_concept_cannot_hold_is_said() -> None:
    entries = own_entries()
    german, arabic = entries["de"], entries["ar"]
    german.details[german.ids[0]] = EntryDetail(domain="fasteners")
    arabic.details[arabic.ids[0]] = EntryDetail(domain="shipping")
    german.targets[1] = ""

    assert find_shared_format_losses(parts_of(own_entries())) == []
    lost = find_shared_format_losses([(pair, each) for pair, each in parts_of(entries) if pair.target in ("de", "ar")])
    assert lost == [
        "Phrases without a translation are left out: 1.",
        "All languages of a phrase share one domain; it changes for 1 entry.",
    ]
