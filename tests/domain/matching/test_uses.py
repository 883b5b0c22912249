"""Whether a translation used its terms: as found in the text, and as the service reports."""

from __future__ import annotations

import pytest

from termdesk.domain.matching.lemmas import Lemmatizers
from termdesk.domain.matching.term_table import TermTable
from termdesk.domain.matching.terms import Exactness, TermHit, TermIndex
from termdesk.domain.matching.uses import TermState, TermUse, UseChecker, as_reported, check_use


def test_a_term_that_stands_twice_must_be_used_twice() -> None:
    hits = TermIndex.of([("house", "casa")], language="en").find("house and house")

    uses = check_use(hits, "La casa y el edificio", language="es")

    assert [use.found_at for use in uses] == [(3, 7), None]


def test_an_inflected_target_counts_as_used_and_another_word_does_not() -> None:
    hits = TermIndex.of([("draft", "borrador")], language="en").find("draft")

    assert check_use(hits, "Los borradores", language="es")[0].found_at == (4, 14)
    assert check_use(hits, "Los bordes", language="es")[0].found_at is None


def test_a_checker_asks_for_the_base_of_a_word_once_for_all_translations() -> None:
    asked: list[str] = []

    def lemma(word: str) -> str:
        asked.append(word)
        return word.removesuffix("es").removesuffix("s")

    hits = TermIndex.of([("draft", "borrador")], language="en").find("draft")
    translations = ["Los borradores", "Tres borradores", "Los bordes"]
    checker = UseChecker("es", lemma)

    found = [checker.check(hits, each) for each in translations]

    assert len(asked) == len(set(asked)) == 5
    assert found == [check_use(hits, each, language="es", lemmatize=lemma) for each in translations]
    assert [use.found_at for [use] in found] == [(4, 14), (5, 15), None]


def test_how_a_target_stands_in_the_translation_is_told() -> None:
    hits = TermIndex.of([("drafts", "borrador"), ("law", "Ley")], language="en").find("drafts law")

    uses = check_use(hits, "La ley de borradores.", language="es")

    assert [use.state for use in uses] == [TermState.INFLECTED, TermState.USED]


def test_an_irregular_form_is_known_by_its_lemma() -> None:
    hits = TermIndex.of([("Maus", "mouse")], language="de").find("Maus")

    lemmas = {"mice": "mouse"}
    [use] = check_use(hits, "Three mice", language="en", lemmatize=lambda word: lemmas.get(word, word))

    assert use.found_at == (6, 10)


@pytest.mark.parametrize("written", ["café", "cafe\u0301"])
@pytest.mark.parametrize("target", ["café", "cafe\u0301"])
def test_canonically_equal_targets_are_the_same(written: str, target: str) -> None:
    text = f"Un {written}."

    [use] = check_use([TermHit(0, 1, "x", target)], text, language="fr")

    assert use.found_at == (3, 3 + len(written))
    assert check_use([TermHit(0, 1, "x", "cafe")], text, language="fr")[0].found_at is None


def test_a_target_is_found_where_words_have_no_spaces() -> None:
    [use] = check_use([TermHit(0, 1, "x", "用語集")], "この用語集です", language="ja")

    assert use.found_at == (2, 5)


HIT = TermHit(0, 5, "lease", "Pacht")
USED, MISSED = TermUse(HIT, TermState.USED, (0, 5)), TermUse(HIT, TermState.MISSED)


@pytest.mark.parametrize(
    ("found", "placed", "missed", "expected"),
    [
        (MISSED, ["lease"], [], TermUse(HIT, TermState.USED)),
        (USED, [], ["lease"], MISSED),
        (USED, ["lease"], [], USED),
        # Reported both as placed and missed, or not reported at all: the local result counts.
        (MISSED, ["lease"], ["lease"], MISSED),
        (USED, ["lease"], ["lease"], USED),
        (USED, [], [], USED),
        (MISSED, [], [], MISSED),
    ],
)
def test_what_the_service_says_goes_before_what_was_found(
    found: TermUse, placed: list[str], missed: list[str], expected: TermUse
) -> None:
    assert as_reported([found], placed=placed, missed=missed) == [expected]


def test_another_target_of_the_same_term_contradicts_it() -> None:
    tables = [TermTable([("lease", "Pacht"), ("Lease", "Miete")], language="en")]
    rejected = TermTable([("lease", "Leasing"), ("rent", "Zins")], language="en")
    hits = TermIndex(tables, rejected=[rejected]).find("lease lease lease")

    uses = check_use(hits, "Pacht, Leasing, Zins", language="de")

    assert hits[0].others == ("Miete", "Leasing")
    assert [(use.state, use.instead, use.found_at) for use in uses] == [
        (TermState.USED, "", (0, 5)),
        (TermState.CONTRADICTED, "Leasing", (7, 14)),
        (TermState.MISSED, "", None),
    ]


def test_a_target_inside_a_longer_one_of_the_same_term_contradicts_it() -> None:
    hit = TermHit(0, 8, "database", "base", others=("base de datos",))

    [use] = check_use([hit], "La base de datos", language="es")

    assert (use.state, use.found_at) == (TermState.CONTRADICTED, (3, 16))
    assert check_use([hit], "La base", language="es")[0].state is TermState.USED


def test_the_longest_target_takes_its_place_first() -> None:
    index = TermIndex.of([("pump", "bomba"), ("fuel pump", "bomba de combustible")], language="en")

    uses = check_use(index.find("pump, fuel pump"), "Bomba de combustible, bomba", language="es")

    assert [use.found_at for use in uses] == [(22, 27), (0, 20)]


@pytest.mark.parametrize(
    ("pairs", "text", "translation"),
    [
        ([("car", "coche"), ("automobile", "coche")], "car automobile", "El coche"),
        ([("x", "y"), ("fuel pump", "bomba de combustible")], "fuel pump", "La bomba nueva de combustible"),
    ],
    ids=["one word for two terms", "the words stand apart"],
)
def test_what_cannot_be_told_is_neither_used_nor_missed(
    pairs: list[tuple[str, str]], text: str, translation: str
) -> None:
    use = check_use(TermIndex.of(pairs, language="en").find(text), translation, language="es")[-1]

    assert (use.state, use.is_used, use.is_missed) == (TermState.UNDECIDABLE, False, False)


def test_what_may_not_agree_is_taken_from_the_report() -> None:
    uses = as_reported([USED, MISSED], placed=[], missed=[], uncertain=["lease"])

    assert [use.is_uncertain for use in uses] == [True, False]


def test_a_term_is_used_as_the_last_part_of_a_compound() -> None:
    hit = TermHit(0, 4, "pump", "Pumpe")

    def base(word: str) -> str:
        return word.removesuffix("n")

    [one] = check_use([hit], "Die Kraftstoffpumpe", language="de", lemmatize=base)
    [many] = check_use([hit], "Die Kraftstoffpumpen", language="de", lemmatize=base)
    [housing] = check_use([hit], "Das Pumpengehäuse", language="de", lemmatize=base)

    assert [one.found_at, many.found_at, housing.found_at] == [(4, 19), (4, 20), None]
    assert one.state is TermState.INFLECTED


@pytest.mark.parametrize(
    ("language", "target", "translation", "state"),
    [
        ("ko", "용어집", "이 용어집을 보세요", TermState.INFLECTED),
        ("ar", "كتاب", "قرأت الكتاب", TermState.UNDECIDABLE),
        ("ar", "كتاب", "قرأت مجلة", TermState.MISSED),
        ("en", "art", "The party", TermState.MISSED),
    ],
)
def test_forms_that_no_list_knows(language: str, target: str, translation: str, state: TermState) -> None:
    [use] = check_use([TermHit(0, 1, "x", target)], translation, language=language)

    assert use.state is state


@pytest.mark.parametrize(
    ("targets", "text", "positions"),
    [
        (["ab"], "Ab, ab", [(0, 2)]),
        (["ab"], "abs ab", [(4, 6)]),
        (["ab"], "_ab ab", [(4, 6)]),
        (["ab"], "ab\u0301 ab", [(4, 6)]),
        (["ab"], "a\u00adb ab", [(0, 3)]),
        (["ab"], "ßßß ab ab", [(4, 6)]),
        (["ab"], "\u0130\u0130\u0130 ab ab", [(4, 6)]),
        (["ab c"], "ab\u00a0c ab c", [(0, 4)]),
        (["ab c"], "ab  c ab c", [(0, 5)]),
        (["ab c"], "ab-c ab c", [(0, 4)]),
        (["ab c"], "ab, c ab c", [(6, 10)]),
        (["ab", "ab"], "ab x", [(0, 2), None]),
        (["ab", "ab c"], "ab c ab", [(5, 7), (0, 4)]),
        (["Straße"], "STRASSE", [(0, 7)]),
    ],
)
def test_the_first_place_with_the_words_of_a_target_counts(
    targets: list[str], text: str, positions: list[tuple[int, int] | None]
) -> None:
    hits = [TermHit(0, 1, f"x{number}", target) for number, target in enumerate(targets)]

    assert [use.found_at for use in check_use(hits, text, language="es")] == positions


def test_a_target_within_another_target_of_its_term_is_not_used() -> None:
    [use] = check_use([TermHit(0, 1, "x", "ab", others=("ab c",))], "ab c", language="es")

    assert (use.state, use.found_at) == (TermState.CONTRADICTED, (0, 4))


def test_a_german_plural_with_another_vowel_is_a_form_of_its_noun() -> None:
    bases = {"Häuser": "Haus", "Mäuse": "Maus", "läuft": "laufen"}
    hits = [TermHit(0, 1, f"x{number}", target) for number, target in enumerate(("Haus", "laufen", "Maus", "Laus"))]

    uses = check_use(
        hits, "Die Häuser, läuft, ZWEI Mäuse.", language="de", lemmatize=lambda word: bases.get(word, word)
    )

    assert [use.state for use in uses] == [*[TermState.INFLECTED] * 3, TermState.MISSED]


@pytest.mark.parametrize(
    ("language", "target", "translation", "state"),
    [
        ("fr", "arrêt d'urgence", "L’arrêt d’urgence", TermState.USED),
        ("fr", "l’eau", "De l'eau", TermState.USED),
        ("de", "Notschalter", "Der Not-Schalter", TermState.USED),
        ("fr", "e-mail", "Un email", TermState.USED),
        ("fr", "email", "Un e-mail", TermState.USED),
        ("fr", "set-up", "Un set up", TermState.USED),
        ("fr", "email", "Un e mail", TermState.MISSED),
        ("en", "Extended-B", "Extended-A", TermState.MISSED),
        ("th", "ระเบียน", "ระเบียน# จะ", TermState.USED),
        ("tr", "ışık", "IŞIK", TermState.USED),
        ("tr", "İstanbul", "istanbul", TermState.USED),
        ("tr", "ilik", "ILIK", TermState.MISSED),
        ("en", "C", "C++ C#", TermState.MISSED),
        ("en", "type 2", "Type 2.5", TermState.UNDECIDABLE),
        ("en", "type 2", "Type 2.", TermState.USED),
        ("en", "U.S.", "U.S.A.", TermState.UNDECIDABLE),
        ("en", "C", "An e-mail in C++", TermState.MISSED),
        ("en", "type 2", "An e-mail of type 2.5", TermState.UNDECIDABLE),
        ("en", "IT", "It is new.", TermState.MISSED),
        ("de", "IT", "Ist it da?", TermState.MISSED),
        ("en", "IT", "It is IT.", TermState.USED),
        ("ko", "PC", "PC를", TermState.INFLECTED),
        ("en", "it", "IT", TermState.USED),
        ("fr", "œuvre", "Une oeuvre", TermState.USED),
        ("de", "Maße", "Die Masse", TermState.MISSED),
        ("de", "Maße", "DIE MASSE", TermState.USED),
        ("de", "Masse", "Die Maße", TermState.MISSED),
        ("el", "νόμος", "Ο νομός", TermState.MISSED),
        ("it", "città", "La citta' vecchia", TermState.USED),
        ("it", "citta'", "La città vecchia", TermState.USED),
        ("it", "città", "La 'citta' vecchia", TermState.INFLECTED),
        ("de", "Maße", "Die Masse sind gross.", TermState.USED),
        ("de-CH", "Maße", "Die Masse", TermState.USED),
        ("ko", "전문", "전문가", TermState.UNDECIDABLE),
        ("ko", "해상", "해상도", TermState.UNDECIDABLE),
        ("en", "24 V", "At 24V", TermState.USED),
        ("en", "bracket(s)", "The brackets", TermState.USED),
    ],
)
def test_a_target_is_found_as_people_write_it(language: str, target: str, translation: str, state: TermState) -> None:
    [use] = check_use([TermHit(0, 1, "x", target)], translation, language=language)

    assert use.state is state


def test_a_verb_is_no_form_of_a_noun_that_was_a_participle() -> None:
    hit = TermHit(0, 1, "x", "estado")
    bases = {"está": "estar", "estado": "estar"}

    def state(text: str) -> TermState:
        return check_use([hit], text, language="es", lemmatize=lambda word: bases.get(word, word))[0].state

    assert (state("La bomba está"), state("estaba"), state("Los estados")) == (
        TermState.MISSED, TermState.MISSED, TermState.INFLECTED,
    )  # fmt: skip


def test_capitals_of_a_target_tell_nothing_where_those_of_its_source_do_not() -> None:
    in_capitals = TermHit(0, 3, "AND", "Y", Exactness.OTHER_CASE)

    assert [use.state for use in check_use([in_capitals], "tú y yo", language="es")] == [TermState.USED]


def test_a_word_in_small_letters_is_no_other_target_that_is_an_abbreviation() -> None:
    [use] = check_use([TermHit(0, 1, "x", "informatics", others=("IT",))], "It is new.", language="en")

    assert use.state is TermState.MISSED


@pytest.mark.parametrize(
    ("translation", "expected"),
    [
        ("הגדרות", TermState.USED),
        ("והגדרות", TermState.INFLECTED),
        # This word means fences, not settings.
        ("גדרות", TermState.MISSED),
    ],
)
def test_a_hebrew_target_keeps_the_letter_that_looks_like_an_article(translation: str, expected: TermState) -> None:
    hits = TermIndex.of([("settings", "הגדרות")], language="en").find("settings")

    assert check_use(hits, translation, language="he", lemmatize=Lemmatizers().of("he"))[0].state is expected
