"""Terms are found in texts: as written, in another case, in another form."""

from __future__ import annotations

import sys
import unicodedata
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.engines.word_lists import stored_lemmatizers
from termdesk.domain.matching.term_table import TermTable
from termdesk.domain.matching.terms import Exactness, TermIndex
from termdesk.domain.matching.tokens import ANY_LANGUAGE


def _lemma(word: str) -> str:
    return {"houses": "house", "mice": "mouse"}.get(word.casefold(), word)


def test_the_longest_term_wins_and_none_overlaps() -> None:
    index = TermIndex.of([("data", "datos"), ("data base", "base"), ("base line", "línea")], language="en")

    hits = index.find("A data base line and data.")

    assert [(hit.source, hit.start, hit.end) for hit in hits] == [("data base", 2, 11), ("data", 21, 25)]


def test_a_term_inside_a_word_is_none() -> None:
    assert TermIndex.of([("art", "arte")], language="en").find("A party starts.") == []


def test_the_term_as_written_comes_before_the_one_in_another_case() -> None:
    index = TermIndex.of([("apple", "manzana"), ("Apple", "Apple")], language="en")

    hits = index.find("Apple apple APPLE")

    assert [hit.target for hit in hits] == ["Apple", "manzana", "manzana"]
    assert [hit.exactness for hit in hits] == [Exactness.EXACT, Exactness.EXACT, Exactness.OTHER_CASE]


def test_other_forms_of_a_term_are_found_by_their_lemma() -> None:
    index = TermIndex.of([("house mouse", "ratón")], language="en", lemmatize=_lemma)

    (hit,) = index.find("Two house mice.")

    assert (hit.start, hit.end, hit.exactness) == (4, 14, Exactness.INFLECTED)


@pytest.mark.parametrize(
    ("language", "term", "text", "position"),
    [
        ("ja", "用語集", "この用語集です", (2, 5)),
        ("zh", "词典", "打开词典吧", (2, 4)),
        ("zh-Hans", "词典", "词典", (0, 2)),
    ],
)
def test_terms_are_found_anywhere_where_words_have_no_spaces(
    language: str, term: str, text: str, position: tuple[int, int]
) -> None:
    (hit,) = TermIndex.of([(term, "x")], language=language).find(text)

    assert (hit.start, hit.end) == position


def test_a_term_is_found_in_thai_but_not_inside_a_syllable() -> None:
    index = TermIndex.of([("ตา", "eye"), ("กม", "km"), ("ที", "time"), ("คอมพิวเตอร์", "computer")], language="th")

    hits = index.find("ที่เกมตาคอมพิวเตอร์")

    assert [hit.source for hit in hits] == ["ตา", "คอมพิวเตอร์"]


def test_latin_words_in_a_text_without_spaces_are_whole_words() -> None:
    index = TermIndex.of([("API", "interface")], language="ja")

    assert [(hit.start, hit.end) for hit in index.find("RAPIDとAPIの")] == [(6, 9)]


COMPOSED, DECOMPOSED = "café", "cafe\u0301"


@pytest.mark.parametrize("term", [COMPOSED, DECOMPOSED])
@pytest.mark.parametrize("written", [COMPOSED, DECOMPOSED])
@pytest.mark.parametrize("language", ["fr", "zh"])
def test_canonically_equal_phrases_are_the_same_term(term: str, written: str, language: str) -> None:
    text = f"Un {written} noir, un {written}."

    hits = TermIndex.of([(term, "x")], language=language).find(text)

    assert [(text[hit.start : hit.end], hit.source, hit.exactness) for hit in hits] == [
        (written, term, Exactness.EXACT)
    ] * 2


def test_a_term_is_not_found_under_an_accent_that_it_does_not_have() -> None:
    index = TermIndex.of([("cafe", "x"), ("cafe\u0308", "y")], language="fr")

    assert index.find(f"{COMPOSED} {DECOMPOSED}") == []


@pytest.mark.slow
@settings(deadline=None)
@given(st.text(st.sampled_from("éeaüÜ ,한が用x\u0323\u0301"), max_size=20), st.sampled_from(["de", "ja"]))
def test_the_form_of_a_text_does_not_matter(text: str, language: str) -> None:
    entries = [("é", "1"), ("é a", "2"), ("ü", "3"), ("한", "4"), ("が用", "5"), ("x\u0323\u0301", "6")]
    index = TermIndex.of(entries, language=language)

    found = {
        form: [(hit.target, unicodedata.normalize("NFC", written[hit.start : hit.end])) for hit in index.find(written)]
        for form in ("NFC", "NFD")
        for written in [unicodedata.normalize(form, text)]
    }

    assert found["NFC"] == found["NFD"]


def test_of_several_dictionaries_the_longest_term_wins_and_then_the_first() -> None:
    first = TermTable([("house", "1"), ("big", "1")], language="en")
    second = TermTable([("house", "2"), ("big house", "2"), ("Big", "2")], language="en")

    hits = TermIndex([first, second]).find("A big house, house, Big.")

    assert [(hit.source, hit.target) for hit in hits] == [("big house", "2"), ("house", "1"), ("Big", "2")]


def test_very_long_terms_are_found() -> None:
    phrases = [" ".join(f"w{number}" for number in range(count)) for count in (62, 63, 64, 100)]

    hits = TermIndex.of([(each, "x") for each in phrases], language="en").find(f"x {phrases[3]} y {phrases[1]}")

    assert [hit.source for hit in hits] == [phrases[3], phrases[1]]


def test_no_terms_are_found_by_an_index_of_none() -> None:
    assert TermIndex([]).find("text") == TermIndex.of([], language="en").find("text") == []
    assert TermIndex.of([(" ", "x")], language="en").find("a b") == []


_LEMMATIZERS = stored_lemmatizers(2)


def _found(language: str, pairs: dict[str, str], text: str) -> list[tuple[str, str, Exactness]]:
    lemmas = {"bearings": "bearing", "bearing": "bear", "bears": "bear", "emails": "email", "closed": "close"}
    index = TermIndex.of(
        pairs.items(), language=language, lemmatize=lambda word: lemmas.get(word.casefold(), word.casefold())
    )
    return [(text[hit.start : hit.end], hit.source, hit.exactness) for hit in index.find(text)]


def test_a_term_is_found_by_the_base_form_though_it_has_another_base_itself() -> None:
    assert _found("en", {"bearing": "x", "ball bearing": "y"}, "Bearings, ball bearings") == [
        ("Bearings", "bearing", Exactness.INFLECTED),
        ("ball bearings", "ball bearing", Exactness.INFLECTED),
    ]


def test_a_verb_is_no_form_of_the_noun_that_was_made_of_it() -> None:
    assert _found("en", {"bearing": "x", "closed": "y"}, "It bears. Close it.") == []


@pytest.mark.parametrize(
    ("term", "written", "exactness"),
    [
        ("set up", "set-up", Exactness.OTHER_HYPHEN),
        ("set-up", "Set up", Exactness.OTHER_HYPHEN),
        ("e-mail", "email", Exactness.OTHER_HYPHEN),
        ("email", "e-mail", Exactness.OTHER_HYPHEN),
        ("e-mail", "E‑MAIL", Exactness.OTHER_HYPHEN),
        ("e-mail", "E-mail", Exactness.OTHER_CASE),
        ("email address", "e-mail address", Exactness.OTHER_HYPHEN),
        ("e-mail", "e-mails", Exactness.INFLECTED),
        ("state-of-the-art", "state-of-the-art", Exactness.EXACT),
    ],
)
def test_hyphens_between_words_are_spelling(term: str, written: str, exactness: Exactness) -> None:
    assert _found("en", {term: "x"}, f"The {written} - here") == [(written, term, exactness)]


def test_the_term_with_its_own_hyphens_comes_first() -> None:
    index = TermIndex.of([("set-up", "1"), ("set up", "2")], language="en")

    assert [hit.target for hit in index.find("set up, set-up")] == ["2", "1"]
    assert index.find("set - up") == []


def test_a_soft_hyphen_is_no_part_of_a_word() -> None:
    text = "Die Pum\u00adpe"

    assert _found("de", {"Pumpe": "pump"}, text) == [("Pum\u00adpe", "Pumpe", Exactness.EXACT)]


def test_a_term_is_found_as_the_last_part_of_a_compound() -> None:
    found = _found(
        "de", {"Pumpe": "pump", "Lage": "layer", "Öl": "oil"}, "Kraftstoffpumpe, Unterlage, Heizöl, Pumpenrad"
    )

    assert found == [("Kraftstoffpumpe", "Pumpe", Exactness.COMPOUND)]
    assert _found("en", {"pumpe": "x"}, "Kraftstoffpumpe") == []


def _written(text: str, *terms: str, language: str = ANY_LANGUAGE) -> list[str]:
    index = TermIndex.of([(term, "") for term in terms], language=language, lemmatize=_lemma)
    return [text[start:end] for start, end in index.positions(text)]


@pytest.mark.parametrize(
    ("terms", "text", "written"),
    [
        (["data base", "base", "base line"], "A data base line.", ["data base", "base", "base line"]),
        (["house"], "Houses, House.", ["House"]),
        (["houses"], "A house.", []),
        (["set-up", "set - on"], "Set up set - up; setup; set-on", ["Set up", "set - up", "setup", "set-on"]),
        (["記憶", "翻訳記憶"], "翻訳記憶とExcel", ["翻訳記憶", "記憶"]),
        (["Excel"], "翻訳記憶とExcel", ["Excel"]),
        (["翻訳", "Excel用"], "Excel用の翻訳。", ["Excel用", "翻訳"]),
    ],
)
def test_all_places_of_terms_are_found_as_they_are_written(terms: list[str], text: str, written: list[str]) -> None:
    assert _written(text, *terms) == written


def test_no_place_is_found_without_terms() -> None:
    assert TermIndex([]).positions("text") == _written("text") == []


@pytest.mark.parametrize(
    ("language", "terms", "text", "written"),
    [
        ("fr", ["arrêt d'urgence"], "L’arrêt d’urgence", ["arrêt d’urgence"]),
        ("it", ["l’acqua"], "dell'acqua, l'acqua", ["l'acqua"]),
        ("en", ["user’s guide"], "The user's guide", ["user's guide"]),
        ("uk", ["п'ять"], "П’ять пʼять", ["П’ять", "пʼять"]),
        ("tr", ["ışık", "İstanbul"], "IŞIK, istanbul", ["IŞIK", "istanbul"]),
        ("tr", ["ilik"], "ILIK, İLİK", ["İLİK"]),
        ("en", ["IT", "WHO", "URL"], "It is IT. Who? The WHO; URLs of us", ["IT", "WHO", "URLs"]),
        ("en", ["OIL", "VALVE", "PUMP"], "Oil, a valve", ["Oil", "valve"]),
        ("en", ["VALVE", "an X"], "A valve of an x", ["valve", "an x"]),
        ("en", ["C", "C++"], "C# and C++. C.", ["C++", "C"]),
        ("en", ["C"], "C++, C#, C", ["C"]),
        ("en", ["type 2"], "Type 2.5, type 2,5, type 2.", ["type 2"]),
        ("en", ["5 mm"], "2.5 mm and 5 mm", ["5 mm"]),
        ("en", ["U.S."], "The U.S.A. and the U.S. too", ["U.S."]),
        ("fr", ["œuvre", "coeur"], "Oeuvre, ŒUVRE, cœur", ["Oeuvre", "ŒUVRE", "cœur"]),
        ("en", ["encyclopædia"], "An encyclopaedia", ["encyclopaedia"]),
        ("de", ["Maße"], "Maße, Masse, MASSE, Massen", ["Maße", "MASSE"]),
        ("de", ["Masse"], "Die Maße, die Masse, DIE MASSE", ["Masse", "MASSE"]),
        ("de", ["Masse"], "Maßen, Erdmaße, Erdmaßes, Straßenmasse", ["Straßenmasse"]),
        ("de", ["Fluss"], "Der Fluß", ["Fluß"]),
        ("de", ["Straße"], "Die Strasse, die Hauptstrassen", ["Strasse"]),
        ("de-CH", ["Straße"], "Die Strasse", ["Strasse"]),
        ("en", ["24V supply"], "A 24 V supply, 24V supply, 124V supply", ["24 V supply", "24V supply"]),
        ("en", ["24 V"], "24V, 24 V, 2.4V, 24 volts, A24V", ["24V", "24 V"]),
        ("en", ["V", "24", "3D", "part 4"], "24V, 24, 3D, 3 D, part 4mm, part 4", ["24", "3D", "part 4"]),
        ("it", ["città", "perché"], "La citta', CITTA' e citta. Perche'?", ["citta'", "CITTA'", "Perche'"]),
        ("it", ["città", "pompa"], "La 'pompa' e la 'citta' vecchia. L'acqua della citta'.", ["pompa", "citta'"]),
        ("it", ["citta'", "pompa"], "La città, la citta', le pompe", ["città", "citta'"]),
        ("de", ["Maße"], "Die Masse in der Strasse", ["Masse"]),
        ("de", ["Maße"], "Die Masse in der Straße", []),
        ("el", ["αντλία", "νόμος"], "ΑΝΤΛΙΑ, Αντλία, νομός, ΝΟΜΟΣ", ["ΑΝΤΛΙΑ", "Αντλία", "ΝΟΜΟΣ"]),
        (
            "en",
            ["hex bracket(s)"],
            "Hex bracket, hex brackets, hex bracket(s)",
            ["Hex bracket", "hex brackets", "hex bracket(s)"],
        ),
        ("en", ["f(x)", "sin(x)"], "f, fx, sin, f(x)", ["f(x)"]),
    ],
)
def test_terms_are_found_as_people_write_them(language: str, terms: list[str], text: str, written: list[str]) -> None:
    index = TermIndex.of(
        [(term, "x") for term in terms], language=language, lemmatize=lambda word: word.lower().removesuffix("s")
    )

    assert [text[hit.start : hit.end] for hit in index.find(text)] == written


@pytest.mark.parametrize(
    ("term", "text", "found"),
    [("linear axis", "linear axes", True), ("axis", "axes", True), ("axe", "axes", True), ("axis", "axe", False),
     ("axe", "axis", False), ("basis", "bases", True), ("base", "bases", True), ("base", "basis", False)],
)  # fmt: skip
def test_a_plural_of_two_nouns_is_a_form_of_both(term: str, text: str, found: bool) -> None:
    bases = {"axes": "axe", "bases": "base"}

    hits = TermIndex.of([(term, "x")], language="en", lemmatize=lambda word: bases.get(word, word)).find(text)

    assert [hit.exactness for hit in hits] == [Exactness.INFLECTED] * found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "term", "text", "found"),
    [
        ("es", "estado", "La bomba está rota.", []),
        ("es", "estado", "Los estados", ["estados"]),
        ("es", "averiado", "Las bombas averiadas", ["averiadas"]),
        ("it", "stato", "essere uno stato, gli stati", ["stato", "stati"]),
        ("es", "averiar", "Las bombas averiadas", ["averiadas"]),
        ("he", "תיקייה", "התיקייה, ותיקייה לתיקייה", ["התיקייה", "ותיקייה", "לתיקייה"]),
        ("he", "הגדרות", "גדרות וההגדרות", ["וההגדרות"]),
        ("he", "פסקה", "הפסקה", []),
        ("ko", "전문", "전문가, 전문은", ["전문은"]),
        ("ko", "해상", "해상도, 해상의", ["해상의"]),
        ("ko", "전문가", "전문가를, 전문", ["전문가를"]),
        ("nl", "klep", "De veiligheidsklep en de koffieklep.", ["veiligheidsklep"]),
        ("sv", "dosa", "En förbindningsdosa, en mjukdosa.", ["förbindningsdosa"]),
    ],
)
def test_forms_by_the_lists_and_rules_of_a_language(language: str, term: str, text: str, found: list[str]) -> None:
    hits = TermIndex.of([(term, "x")], language=language, lemmatize=_LEMMATIZERS.of(language)).find(text)

    assert [text[hit.start : hit.end] for hit in hits] == found


def test_a_term_in_both_numbers_comes_behind_the_one_in_the_number_of_the_text() -> None:
    index = TermIndex.of([("Page(s)", "x"), ("Pages", "y"), ("Row(s)", "z")], language="en")

    found = [(hit.source, hit.exactness) for hit in index.find("pages of rows")]

    assert found == [("Pages", Exactness.OTHER_CASE), ("Row(s)", Exactness.INFLECTED)]


def test_what_was_found_in_one_text_does_not_hold_in_a_text_with_other_spelling_or_context() -> None:
    index = TermIndex.of([("Maße", "dimensions"), ("Rad", "wheel")], language="de")
    swiss, german = "Die Masse in der Strasse", "Die Masse in der Straße"

    assert [[hit.source for hit in index.find(text)] for text in (swiss, german, swiss)] == [["Maße"], [], ["Maße"]]
    numbers = TermIndex.of([("2", "zwei")], language="en")
    assert [len(numbers.find(text)) for text in ("Set 2 here", "Set 2.5 here", "Set 2 here")] == [1, 0, 1]


def test_rejected_targets_are_listed_each_time_a_term_is_found() -> None:
    tables = [TermTable([("pump", target)], language="en") for target in ("bomba", "surtidor")]
    index = TermIndex(tables[:1], rejected=tables[1:])

    assert [index.find("A pump")[0].others for _ in range(3)] == [("surtidor",)] * 3


@pytest.mark.parametrize("text", ["Boxes of old papers", "boxes of old paper", "box-of-old-paper", "Box of old paper"])
def test_terms_of_three_and_more_words_are_found_in_all_their_forms(text: str) -> None:
    lemmas = {"boxes": "box", "papers": "paper"}
    rows = [("box of old paper", "caja"), ("box of new paper", "cajón"), ("box of", "x y z")]
    for terms in (rows[:2], rows):
        index = TermIndex.of(terms, language="en", lemmatize=lambda word: lemmas.get(word.casefold(), word))
        assert [hit.source for hit in index.find(text)] == ["box of old paper"]
        assert [hit.source for hit in index.find("box of")] == ["box of"][: len(terms) - 2]


@pytest.mark.slow
def test_one_index_searches_several_texts_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests share the index of their glossary. Its caches are emptied often here, and threads change often."""
    pairs = [(f"part {number}", f"Teil {number}") for number in range(40)]
    texts = [f"A part {number} and part {number + 1}, and the PART {number}." for number in range(60)]
    expected = [TermIndex.of(pairs, language="en").find(text) for text in texts]
    monkeypatch.setattr("termdesk.domain.matching.terms._MOST_KEPT", 5)
    monkeypatch.setattr("termdesk.domain.matching.word_lookup._MOST_KEPT", 5)
    index = TermIndex.of(pairs, language="en")
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as threads:
            found = list(threads.map(index.find, texts * 5))
    finally:
        sys.setswitchinterval(before)

    assert all(expected[:40])
    assert found == expected * 5
