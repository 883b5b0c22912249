"""Terms of the account's glossaries found in texts, in languages with and without spaces."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.domain.matching.protected_terms import AccountTerms, TermsOfDictionary, find_endangered, stands_in
from termdesk.domain.matching.terms import TermIndex
from termdesk.domain.similarity.text_diff import compare


def terms_of(*lines: str) -> AccountTerms:
    return AccountTerms((TermsOfDictionary.read("\n".join(lines).encode()),))


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("The data bases grow.", "data bases"),
        ("Data Bases grow.", "Data Bases"),
        ("Las bases de datos crecen.", "bases de datos"),
        ("Straße und Haus.", "Straße"),
    ],
)
def test_phrases_of_both_sides_are_found_as_they_are_written(text: str, phrase: str) -> None:
    terms = terms_of("data bases\tbases de datos", "strasse\tcalle")

    protected_terms = terms.of(text)

    assert phrase in protected_terms.phrases
    start, end = protected_terms.positions(text)[0]
    assert text[start:end] == phrase


def test_a_term_is_not_found_inside_another_word() -> None:
    protected_terms = terms_of("base\tbase").of("The basement and the bases.")

    assert protected_terms.phrases == ()
    assert protected_terms.words == frozenset()


def test_words_of_longer_terms_are_known_as_words() -> None:
    protected_terms = terms_of("Lokalise importer\tx").of("The lokalise plugin.")

    assert protected_terms.phrases == ()
    assert protected_terms.has_word_of("lokalise")
    assert not protected_terms.has_word_of("plugin")


@pytest.mark.parametrize(("text", "language"), [("新しい翻訳記憶を使う。", "ja"), ("使用翻訳記憶的软件", "zh-Hans")])
def test_terms_are_found_where_words_have_no_spaces(text: str, language: str) -> None:
    protected_terms = terms_of("翻訳記憶\ttranslation memory").of(text)

    assert protected_terms.phrases == ("翻訳記憶",)
    assert [text[start:end] for start, end in protected_terms.positions(text)] == ["翻訳記憶"]


def test_a_term_in_latin_letters_is_protected_between_others_too() -> None:
    text = "新しいExcelを使う。"

    protected_terms = terms_of("Excel\tx").of(text)

    assert [text[start:end] for start, end in protected_terms.positions(text)] == ["Excel"]


def test_a_soft_hyphen_is_no_part_of_a_term() -> None:
    text = "The soft\u00adware is new."

    protected_terms = terms_of("software\tx").of(text)

    assert [text[start:end] for start, end in protected_terms.positions(text)] == ["soft\u00adware"]


def test_a_very_long_term_is_found_as_well() -> None:
    phrase = "a phrase of more than a dozen words that nobody would call a term but that stands there"

    protected_terms = terms_of(f"{phrase}\tx").of(f"Here is {phrase}.")

    assert protected_terms.phrases == (phrase,)


@pytest.mark.slow
def test_one_term_of_many_is_found_in_a_long_text() -> None:
    terms = terms_of(*(f"term number {number}\ttérmino {number}" for number in range(20_000)))
    text = "The term number 77 stands among many other words here. " * 180

    assert terms.of(text).phrases == ("term number 77",)


@pytest.mark.parametrize("term", ["café noir", "cafe\u0301 noir"])
@pytest.mark.parametrize("written", ["café noir", "cafe\u0301 noir", "Cafe\u0301 Noir"])
def test_canonically_equal_phrases_are_the_same_term(term: str, written: str) -> None:
    text = f"Un {written} !"

    protected_terms = terms_of(f"{term}\tx").of(text)

    assert protected_terms.phrases == (written,)
    assert [text[start:end] for start, end in protected_terms.positions(text)] == [written]
    assert protected_terms.has_word_of(written[: written.index(" ")])


def test_a_word_is_no_term_under_an_accent_that_the_term_does_not_have() -> None:
    protected_terms = terms_of("cafe\tx").of("Un cafe\u0301 noir.")

    assert protected_terms.phrases == ()
    assert not protected_terms.has_word_of("cafe\u0301")


@pytest.mark.parametrize("text", ["Send e-mail now", "Send E - Mail now"])
def test_blanks_beside_punctuation_do_not_count(text: str) -> None:
    assert [each.casefold().replace(" ", "") for each in terms_of("e-mail\tx").of(text).phrases] == ["e-mail"]


@pytest.mark.parametrize(
    ("term", "text", "written"),
    [
        ("circuit breaker", "The Circuit-breaker trips.", "Circuit-breaker"),
        ("set-up", "Set up the set - up.", "Set up"),
        ("e-mail", "An email came.", "email"),
        ("email", "An e‑mail came.", "e‑mail"),
        ("well", "A well-known one.", "well"),
    ],
)
def test_hyphens_between_words_are_spelling(term: str, text: str, written: str) -> None:
    protected_terms = terms_of(f"{term}\tx").of(text)

    assert written in protected_terms.phrases
    assert [text[start:end] for start, end in protected_terms.positions(text)] == list(protected_terms.phrases)


def test_a_hyphen_joins_no_words_of_which_no_term_is_made() -> None:
    assert terms_of("email\tx", "setup\ty").of("An e and a mail, set, up - e mail.").phrases == ()


def test_terms_that_overlap_are_all_protected() -> None:
    terms = terms_of("fuel pump\tx", "pump motor\ty", "pump\tz")

    assert set(terms.of("A fuel pump motor.").phrases) == {"fuel pump", "pump motor", "pump"}
    assert endangered("A fuel pump motor.", "A fuel pump engine.", "fuel pump", "pump motor") == ["pump motor"]


@pytest.mark.slow
def test_a_table_takes_little_more_memory_than_its_text() -> None:
    content = "".join(f"term number {number}\ttérmino {number}\n" for number in range(5_000)).encode()

    assert TermsOfDictionary.read(content).size < 2 * len(content)


def test_a_term_stands_in_a_text_only_in_its_very_letters() -> None:
    assert stands_in("Film", "der beste Film")
    assert not stands_in("Film", "die besten Filme")
    assert not stands_in("Film", "der beste film")


def endangered(before: str, after: str, *terms: str) -> list[str]:
    positions = terms_of(*(f"{term}\t{term}" for term in terms)).of(before).positions(before)
    return [each.term for each in find_endangered(before, after, compare(before, after), positions)]


@pytest.mark.parametrize(
    ("before", "after", "terms"),
    [
        ("The circuit breaker trip.", "The circuit breaker trips.", []),
        ("The circuit breaker trips.", "The fuse trips.", ["circuit breaker"]),
        ("The circuit breaker trips.", "The circuit-breaker trips.", ["circuit breaker"]),
        ("The circuit breaker trips.", "The circuit main breaker trips.", ["circuit breaker"]),
        ("The circuit breaker trips.", "The circuit breakers trip.", []),
        ("Teh circuit breaker trips.", "The circuit breaker trips.", []),
        ("Open the circuit breaker.", "Close and open the circuit breaker.", []),
        ("No terms hear.", "No terms here.", []),
    ],
)
def test_only_changes_that_drop_or_alter_a_term_are_named(before: str, after: str, terms: list[str]) -> None:
    assert endangered(before, after, "circuit breaker") == terms


_PARTS = (
    "set",
    "up",
    "Set",
    "e",
    "mail",
    "Straße",
    "strasse",
    "cafe\u0301",
    "café",
    "軟件",
    "翻訳",
    "บ้าน",
    "ใหญ่",
    "Excel",
    "5",
    "C++",
)
_JOINTS = (" ", "-", "\u2011", "", " - ", "\u00a0")


@pytest.mark.slow
@given(
    st.lists(st.lists(st.sampled_from(_PARTS), min_size=1, max_size=3), min_size=1, max_size=4),
    st.lists(st.tuples(st.sampled_from(_PARTS), st.sampled_from(_JOINTS)), min_size=1, max_size=8),
    st.sampled_from(["en", "de", "zh", "ja", "th"]),
    st.sampled_from([" ", "-", ""]),
)
def test_whatever_the_matcher_finds_as_it_is_written_is_protected(
    phrases: list[list[str]], chunks: list[tuple[str, str]], language: str, joint: str
) -> None:
    """Here overlapping terms count as well, in texts of any language, but other forms of words do not."""
    terms = dict.fromkeys(joint.join(each) for each in phrases)
    text = "".join(chunk for pair in chunks for chunk in pair)

    positions = {*terms_of(*(f"{term}\tx" for term in terms)).of(text).positions(text)}

    for hit in TermIndex.of([(term, "x") for term in terms], language=language).find(text):
        assert any(start <= hit.start and hit.end <= end for start, end in positions), (text[hit.start : hit.end], hit)
