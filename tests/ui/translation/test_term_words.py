"""Texts about terms, as the service reports them or as found in the translation."""

from __future__ import annotations

from dataclasses import replace

from termdesk.application.translation.translation import TranslateRequest, TranslationResult
from termdesk.domain.glossary import Glossary
from termdesk.domain.matching.terms import Exactness, TermHit
from termdesk.domain.matching.uses import TermState, TermUse
from termdesk.domain.texts import EngineReport
from termdesk.ui.translation import term_words

GLOSSARY = Glossary("1", "Law", ())
FOUND_HERE = EngineReport()
REPORTED = EngineReport(("Apertium",), 1.0, terms_placed=())
LEASE = TermUse(TermHit(4, 10, "lease", "Pacht", Exactness.INFLECTED), TermState.USED, (4, 9))
OFFICE = TermUse(TermHit(20, 30, "tax office", "Finanzamt"), TermState.MISSED)


def result(
    *terms: TermUse, glossary: Glossary | None = GLOSSARY, report: EngineReport = FOUND_HERE
) -> TranslationResult:
    request = TranslateRequest("The leases and the tax office", "de", source="en", glossary=glossary)
    return TranslationResult(request, "Die Pacht und das Amt", "en", 29, 29, report, terms)


def test_of_a_service_that_places_terms_it_is_said_which_were_used() -> None:
    assert term_words.summary(result(LEASE, report=REPORTED)) == "1 term used"
    assert term_words.summary(result(LEASE, LEASE, OFFICE, report=REPORTED)) == (
        "2 terms used, 1 not used: tax office → Finanzamt"
    )


def test_of_any_other_service_only_what_stands_in_the_translation_is_said() -> None:
    assert term_words.summary(result(LEASE)) == "1 term found in the translation"
    assert term_words.summary(result(LEASE, OFFICE)) == (
        "1 term found in the translation, 1 not found: tax office → Finanzamt"
    )


def test_without_terms_or_glossary() -> None:
    assert term_words.summary(result(report=REPORTED)) == "This text contains no term of the glossary."
    assert term_words.summary(result(glossary=None)) == ""


def test_of_a_glossary_that_cannot_be_read_it_is_not_said_that_the_text_contains_no_term() -> None:
    assert term_words.summary(replace(result(), are_terms_known=False)) == ""


def test_many_missed_terms_are_counted() -> None:
    missed = [TermUse(TermHit(0, 1, f"t{number}", "x"), TermState.MISSED) for number in range(10)]

    assert term_words.summary(result(*missed)).endswith("t7 → x, and 2 more")


def test_marks_say_in_words_how_a_term_was_found_and_used() -> None:
    shown = result(LEASE, OFFICE, report=REPORTED)

    assert [(mark.kind, mark.words) for mark in term_words.source_marks(shown)] == [
        ("term", "lease (in another form): used"),
        ("missed", "tax office: not used"),
    ]
    assert [(mark.start, mark.end) for mark in term_words.target_marks(shown)] == [(4, 9)]


def test_a_term_with_other_capitals_is_said_to_be_so() -> None:
    use = TermUse(OFFICE.hit._replace(exactness=Exactness.OTHER_CASE), TermState.USED)

    [mark] = term_words.source_marks(result(use, report=REPORTED))
    assert mark.words == "tax office (with other capitals): used"


def test_a_term_that_is_used_in_another_form_is_said_to_be_so() -> None:
    use = TermUse(OFFICE.hit, TermState.INFLECTED, (4, 9))

    assert [mark.words for mark in term_words.source_marks(result(use, report=REPORTED))] == [
        "tax office: used, inflected"
    ]
    assert [mark.words for mark in term_words.source_marks(result(use))] == [
        "tax office: found in the translation, inflected"
    ]


def test_a_term_that_may_not_agree_is_said_to_be_so() -> None:
    unsure = TermUse(LEASE.hit, TermState.USED, (4, 9), is_uncertain=True)

    [mark] = term_words.source_marks(result(unsure, report=REPORTED))
    assert mark.words == "lease (in another form): used, but the words around it may not agree with it"


def test_a_used_term_that_cannot_be_located_is_marked_in_the_source_alone() -> None:
    shown = result(TermUse(OFFICE.hit, TermState.USED), report=REPORTED)

    assert [mark.kind for mark in term_words.source_marks(shown)] == ["term"]
    assert term_words.target_marks(shown) == []
    assert term_words.tone(shown) == "good"


def test_another_target_is_marked_where_it_stands_and_an_undecided_term_is_counted() -> None:
    other = TermUse(LEASE.hit, TermState.CONTRADICTED, (4, 9), "Miete")
    undecided = TermUse(TermHit(0, 3, "car", "Auto", Exactness.COMPOUND), TermState.UNDECIDABLE)
    shown = result(LEASE, other, undecided)

    assert term_words.summary(shown) == (
        "1 term found in the translation, 1 not found: lease → Pacht, 1 cannot be decided"
    )
    assert [(mark.kind, mark.words) for mark in term_words.source_marks(shown)[1:]] == [
        ("missed", "lease (in another form): not used, the translation has “Miete” instead"),
        ("undecided", "car (in a compound): cannot be decided"),
    ]
    assert term_words.tone(shown) == "warning"
    assert term_words.tone(result(LEASE, undecided)) == "muted", "not all is good"
    assert [(mark.kind, mark.words) for mark in term_words.target_marks(shown)] == [
        ("term", "Pacht"),
        ("missed", "Miete"),
    ]
