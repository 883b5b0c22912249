"""Concepts with many terms become flat entries of one pair, and nothing is lost without being reported."""

from __future__ import annotations

import pytest

from support.detailed import detailed, details_of
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import ADMITTED, FORBIDDEN, PREFERRED, EntryDetail
from termdesk.domain.language.language import LanguagePair
from termdesk.formats import concepts as termbases
from termdesk.formats.concepts import (
    Concept,
    PairReading,
    Term,
    Termbase,
    as_read_result,
    concepts_of,
    count_altered,
    detail_of,
    keeps_status,
    without_layout,
)

PAIR = LanguagePair("en", "de")


def reading_of(*concepts: Concept, pair: LanguagePair = PAIR) -> PairReading:
    languages = dict.fromkeys(term.language for concept in concepts for term in concept.terms)
    return as_read_result(Termbase("TBX", tuple(languages), concepts), pair)


def concept(*terms: Term, line: int = 1, definition: str = "", domain: str = "", note: str = "") -> Concept:
    return Concept(1, line, terms, definition, domain, note)


def test_the_first_preferred_term_of_each_side_makes_the_entry() -> None:
    reading = reading_of(
        concept(
            Term("en", "deal"),
            Term("en", "contract", "preferred"),
            Term("de", "Vereinbarung", "admitted"),
            Term("de", "Vertrag", "preferred"),
        )
    )

    assert reading.result.entries[0] == ("contract", "Vertrag")
    assert reading.result.entries.detail(0).status == "preferred"


def test_further_source_terms_make_entries_and_further_target_terms_notes() -> None:
    reading = reading_of(
        concept(
            Term("en", "contract"),
            Term("en", "agreement"),
            Term("de", "Vertrag"),
            Term("de", "Abkommen", note="between states"),
            Term("de", "Kontrakt"),
            line=7,
        )
    )

    assert list(reading.result.entries) == [("contract", "Vertrag"), ("agreement", "Vertrag")]
    assert list(reading.result.lines) == [7, 7]
    assert [detail.note for detail in details_of(reading.result.entries)] == [
        "Also: Abkommen (between states); Kontrakt"
    ] * 2
    assert reading.noted == {termbases.TARGET_SYNONYMS: 2}


def test_forbidden_terms_become_forbidden_entries() -> None:
    reading = reading_of(
        concept(
            Term("en", "contract"),
            Term("en", "covenant", "forbidden", "archaic"),
            Term("de", "Vertrag"),
            Term("de", "Kontrakt", "forbidden"),
            domain="law",
        )
    )

    entries = reading.result.entries
    assert list(entries) == [("contract", "Vertrag"), ("covenant", "Vertrag"), ("contract", "Kontrakt")]
    assert details_of(entries) == [
        EntryDetail(domain="law"),
        EntryDetail("forbidden", "archaic", "law"),
        EntryDetail("forbidden", domain="law"),
    ]
    assert list(entries.copy_published_part()) == [("contract", "Vertrag")]
    assert reading.noted == {termbases.FORBIDDEN_TERMS: 2}


def test_concepts_without_a_usable_term_on_a_side_are_counted() -> None:
    reading = reading_of(
        concept(Term("en", "contract"), Term("fr", "contrat")),
        concept(Term("de", "Vertrag")),
        concept(Term("en", "covenant", "forbidden")),
    )

    assert len(reading.result.entries) == 0
    assert reading.result.ignored_rows == 3
    assert reading.noted == {termbases.NO_SOURCE: 2, termbases.NO_TARGET: 1, termbases.FORBIDDEN_ALONE: 1}


def test_regions_of_a_language_serve_where_the_language_itself_has_no_term() -> None:
    regional = concept(Term("en-US", "truck"), Term("en-GB", "lorry"), Term("de-AT", "Lastwagen"))
    plain = concept(Term("en", "car"), Term("en-US", "automobile"), Term("de", "Auto"))

    reading = reading_of(regional, plain)
    british = reading_of(regional, plain, pair=LanguagePair("en-GB", "de"))

    assert list(reading.result.entries) == [("truck", "Lastwagen"), ("lorry", "Lastwagen"), ("car", "Auto")]
    assert list(british.result.entries) == [("lorry", "Lastwagen"), ("car", "Auto")]


def test_a_note_holds_every_note_once_and_the_definition_is_a_field() -> None:
    reading = reading_of(
        concept(
            Term("en", "contract", note="countable"),
            Term("de", "Vertrag", note="masculine"),
            definition="a binding agreement",
            domain="law",
            note="masculine",
        )
    )

    assert details_of(reading.result.entries) == [
        EntryDetail("", "masculine\ncountable", "law", (("definition", "a binding agreement"),))
    ]


def test_a_term_that_stands_twice_makes_one_entry() -> None:
    reading = reading_of(concept(Term("en", "contract"), Term("en", "contract"), Term("de", "Vertrag")))

    assert list(reading.result.entries) == [("contract", "Vertrag")]


def test_entries_as_concepts_come_back_as_they_were() -> None:
    details = [EntryDetail("preferred", "note", "law"), EntryDetail(), EntryDetail("admitted", "two\nlines")]
    entries = detailed([("contract", "Vertrag"), ("court", "Gericht"), ("contract", "Kontrakt")], details)

    reading = reading_of(*concepts_of(entries, PAIR))

    assert reading.result.entries == entries
    assert details_of(reading.result.entries) == details
    assert not reading.noted


def test_a_forbidden_entry_keeps_the_fields_of_both_terms() -> None:
    entries = Entries.of([("car", "Karre")])
    fields = (("grammaticalGender", "feminine"), ("sourceTerm/partOfSpeech", "noun"))
    entries.details = {0: EntryDetail(FORBIDDEN, "", "", fields)}

    reading = reading_of(*concepts_of(entries, LanguagePair("en", "de")))

    assert details_of(reading.result.entries) == [EntryDetail(FORBIDDEN, fields=fields)]


def test_further_fields_of_concept_and_terms_are_kept_by_name_and_side() -> None:
    noun, neuter = (("partOfSpeech", "noun"),), (("grammaticalGender", "neuter"),)
    reading = reading_of(
        Concept(
            1,
            1,
            (Term("en", "car", fields=noun), Term("de", "Auto", fields=neuter), Term("de", "Karre", FORBIDDEN)),
            "a vehicle",
            fields=(("projectSubset", "road"),),
        )
    )

    own = (("definition", "a vehicle"), ("projectSubset", "road"))
    assert details_of(reading.result.entries) == [
        EntryDetail(
            fields=(own[0], ("grammaticalGender", "neuter"), own[1], ("sourceTerm/partOfSpeech", "noun")),
        ),
        EntryDetail(FORBIDDEN, fields=(*own, ("sourceTerm/partOfSpeech", "noun"))),
    ]
    back = reading_of(*concepts_of(reading.result.entries, PAIR)).result.entries
    assert details_of(back)[0] == details_of(reading.result.entries)[0]


def test_synonyms_are_one_concept_and_come_back_as_entries() -> None:
    details = [EntryDetail("admitted", "colloquial", "cars"), EntryDetail("preferred", "", "cars"), EntryDetail()]
    details.append(EntryDetail("admitted", "", "railway"))
    pairs = [("car", "Karre"), ("car", "Auto"), ("tree", "Baum"), ("car", "Waggon")]
    entries = detailed(pairs, details)

    concepts = list(concepts_of(entries, PAIR, joins_synonyms=True))
    back = reading_of(*concepts).result.entries

    assert [[term.text for term in each.terms] for each in concepts] == [
        ["car", "Auto", "Karre"],
        ["tree", "Baum"],
        ["car", "Waggon"],
    ]
    assert {(pair, back.detail(row)) for row, pair in enumerate(back)} == set(zip(pairs, details, strict=True))
    assert back.copy_published_part().as_dict() == entries.copy_published_part().as_dict()


def test_terms_that_xml_alters_are_counted_before_writing() -> None:
    entries = Entries.of([(" contract", "Vertrag"), ("two\nlines", "a\ttab"), ("non\u00a0breaking", "sound")])

    assert count_altered(concepts_of(entries, PAIR)) == 3


@pytest.mark.parametrize(
    ("word", "status"),
    [
        ("verboten", FORBIDDEN),
        ("Do not use", FORBIDDEN),
        ("déconseillé", FORBIDDEN),
        ("Bevorzugt", PREFERRED),
        ("preferente", PREFERRED),
        ("zulässig", ADMITTED),
        ("deprecatedTerm-admn-sts", FORBIDDEN),
    ],
)
def test_the_status_of_everyday_lists_is_understood(word: str, status: str) -> None:
    assert detail_of(word, "", "") == EntryDetail(status)


def test_a_status_of_other_words_stays_in_the_note() -> None:
    detail = detail_of("in review", "ask Ann", "")

    assert detail is not None
    assert detail.status == ""
    assert keeps_status(detail.note)
    assert not keeps_status("The Status: of it")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("\n      A promise that\n      the law enforces.\n    ", "A promise that the law enforces."),
        ("first\nsecond", "first\nsecond"),
        ("first\n\t\n\tsecond\nthird", "first second\nthird"),
        (" plain ", "plain"),
        ("", ""),
    ],
)
def test_the_layout_of_xml_is_no_part_of_a_note(text: str, kept: str) -> None:
    assert without_layout(text) == kept
