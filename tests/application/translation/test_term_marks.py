"""Terms of a glossary in a text and in its translation, with each dictionary read and indexed once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random

import pytest

from support.term_sentences import rows
from termdesk.application.session.session import Session
from termdesk.application.spot_check.sides import Side, SideKind
from termdesk.application.spot_check.term_measurement import TermMeasurement
from termdesk.application.translation.term_marks import TermMarks
from termdesk.domain.entries.entries import Entries
from termdesk.domain.glossary import Glossary
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.matching.lemmas import Lemmatizers
from termdesk.domain.matching.terms import Exactness
from termdesk.domain.matching.uses import TermState
from termdesk.domain.progress import NoProgress
from termdesk.domain.texts import EngineReport
from termdesk.storage.spot_check.outputs import Output

pytestmark = pytest.mark.anyio

PAIR = LanguagePair("en", "de")


@pytest.fixture
async def glossary(local_session: Session) -> AsyncIterator[Glossary]:
    api = await local_session.api()
    made = await api.glossaries.create(
        "Marks", [(PAIR, Entries(["lease", "tax office"], ["Mietvertrag", "Finanzamt"]))]
    )
    yield made
    await api.glossaries.delete(made.glossary_id)


async def test_terms_are_found_in_the_text_and_where_they_were_used(local_session: Session, glossary: Glossary) -> None:
    text, translation = "The Lease goes to the tax office.", "Der Mietvertrag geht an das Amt."

    pair = LanguagePair("en-GB", "de")
    lease, office = await TermMarks(local_session).uses(text, translation, glossary, pair, report=EngineReport())

    assert text[lease.hit.start : lease.hit.end] == "Lease"
    assert lease.hit.exactness is Exactness.OTHER_CASE
    assert lease.found_at is not None
    assert translation[slice(*lease.found_at)] == "Mietvertrag"
    assert office.hit.source == "tax office"
    assert office.found_at is None


async def test_terms_in_other_forms_are_found_as_the_service_finds_them(
    local_session: Session, glossary: Glossary
) -> None:
    text = "Leases are kept by two tax offices."

    hits = await TermMarks(local_session).hits(text, glossary, PAIR)

    assert [text[hit.start : hit.end] for hit in hits] == ["Leases", "tax offices"]
    assert {hit.exactness for hit in hits} == {Exactness.INFLECTED}


async def test_terms_in_addresses_and_placeholders_are_not_called_missed(
    local_session: Session, glossary: Glossary
) -> None:
    text, translation = (
        "Write to info@lease.com about {lease} and a lease.",
        "An info@lease.com zu {lease}: Mietvertrag.",
    )
    marks = TermMarks(local_session)

    hits = await marks.hits(text, glossary, PAIR)
    [only] = await marks.uses(text, translation, glossary, PAIR, report=EngineReport())

    assert [hit.start for hit in hits] == [text.rindex("lease")]
    assert (only.hit.start, only.state) == (text.rindex("lease"), TermState.USED)


async def test_what_the_service_says_of_a_term_goes_before_what_was_found(
    local_session: Session, glossary: Glossary
) -> None:
    text, translation = "The lease, the tax office.", "Das Amt, der Mietvertrag."
    report = EngineReport(("x",), 1.0, terms_missed=("lease",), terms_placed=("tax office",))

    uses = await TermMarks(local_session).uses(text, translation, glossary, PAIR, report=report)

    assert [(use.hit.source, use.state) for use in uses] == [
        ("lease", TermState.MISSED),
        ("tax office", TermState.USED),
    ]


@pytest.mark.slow
async def test_a_spot_check_says_the_same_of_each_term(local_session: Session) -> None:
    """For each sentence: its right translation, that of another one, and any report of the service."""
    pair, random = LanguagePair("en", "es"), Random(5)
    entries = Entries.of([(source, target) for code, source, target in rows("terms.tsv") if code == "en-es"])
    sentences = [(text, expected) for code, text, expected in rows("sentences.tsv") if code == "en-es"]
    api = await local_session.api()
    glossary = await api.glossaries.create("Sentences", [(pair, entries)])
    marks = TermMarks(local_session)
    side = Side(SideKind.PUBLISHED, entries)
    measurement = TermMeasurement(side, Side(SideKind.NONE), pair, Lemmatizers(low_memory=True), NoProgress())

    seen = set()
    for text, expected in sentences:
        for translation in (expected, expected.upper(), random.choice(sentences)[1]):
            placed, missed, uncertain = (
                tuple(source for source in entries.sources if random.random() < 0.5) for _ in range(3)
            )
            for report in (
                EngineReport(),
                EngineReport(terms_placed=placed, terms_missed=missed, terms_uncertain=uncertain),
            ):
                output = Output(translation, report.terms_placed, report.terms_missed, report.terms_uncertain)
                _, [uses] = measurement.uses([text], [Output("")], [output], NoProgress())
                marked = await marks.uses(text, translation, glossary, pair, report=report)
                assert list(marked) == uses
                seen |= {(use.state, use.is_uncertain) for use in uses}
    await api.glossaries.delete(glossary.glossary_id)

    assert {state for state, _ in seen} >= {TermState.USED, TermState.INFLECTED, TermState.MISSED}
    assert {is_uncertain for _, is_uncertain in seen} == {False, True}


async def test_a_pair_without_a_dictionary_has_no_terms(local_session: Session, glossary: Glossary) -> None:
    assert await TermMarks(local_session).hits("lease", glossary, LanguagePair("en", "fr")) == []


async def test_a_change_on_the_service_is_seen_once_the_entries_are_old_or_forgotten(
    local_session: Session, glossary: Glossary
) -> None:
    marks = TermMarks(local_session)
    api = await local_session.api()
    before = await marks.hits("the lease", glossary, PAIR)

    await api.glossaries.merge(glossary.glossary_id, PAIR, Entries(["lease"], ["Pacht"]))
    kept = await marks.hits("the lease", glossary, PAIR)
    marks.forget()
    after = await marks.hits("the lease", glossary, PAIR)

    assert [hit.target for hit in before] == [hit.target for hit in kept] == ["Mietvertrag"]
    assert [hit.target for hit in after] == ["Pacht"]


async def test_the_same_entries_are_not_indexed_again(local_session: Session, glossary: Glossary) -> None:
    marks = TermMarks(local_session)
    table = await marks._table(glossary, PAIR)
    assert table is not None

    marks.forget()

    assert await marks._table(glossary, PAIR) is table
