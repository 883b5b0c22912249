"""Whether a translation used its terms: as found in the text, and as the service reports."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.campaign import size
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


@pytest.mark.parametrize(
    ("language", "target", "translation", "found"),
    [
        ("es", "la bomba de combustible", "Limpie las bombas de combustible.", "bombas de combustible"),
        ("es", "la bomba de combustible", "Una bomba de combustible nueva", "bomba de combustible"),
        ("es", "la bomba de combustible", "Bombas de combustible", "Bombas de combustible"),
        ("es", "la salida del motor", "Las salidas de los motores", "salidas de los motores"),
        ("fr", "l'arrêt d'urgence", "Un arrêt d’urgence", "arrêt d’urgence"),
        ("fr", "arrêt d'urgence", "L'arrêt de l'urgence", "arrêt de l'urgence"),
        ("de", "die Pumpe", "Der Druck in der Pumpe", "Pumpe"),
        ("de", "das rote Kabel", "Mit dem roten Kabel", "roten Kabel"),
        ("it", "la pompa dell'acqua", "Le pompe delle acque", "pompe delle acque"),
        ("pt", "a bomba de água", "As bombas de água", "bombas de água"),
        ("nl", "de pomp", "Een pomp", "pomp"),
        ("en", "the fuel pump", "A fuel pump", "fuel pump"),
        ("es", "de", "Elimina caracteres del texto.", "del"),
        ("es", "valor de", "El valor del argumento", "valor del"),
        ("es", "salida de bomba", "La salida de la bomba", "salida de la bomba"),
        ("de", "Name:", "Der Name der Datei", "Name"),
        ("de", "Öffnen…", "Das Öffnen der Datei", "Öffnen"),
    ],
)
def test_a_target_with_another_article_is_used_in_another_form(
    language: str, target: str, translation: str, found: str
) -> None:
    [use] = check_use([TermHit(0, 1, "x", target)], translation, language=language)

    assert use.state is TermState.INFLECTED
    assert use.found_at
    assert translation[slice(*use.found_at)] == found


@pytest.mark.parametrize(
    ("language", "target", "translation", "state"),
    [
        ("es", "la bomba", "La bomba", TermState.USED),
        ("es", "la bomba", "La tromba", TermState.MISSED),
        ("es", "la bomba de agua", "El agua de la casa", TermState.MISSED),
        ("es", "la bomba de agua", "La bomba grande de agua", TermState.UNDECIDABLE),
        ("es", "Los Angeles", "Son ángeles", TermState.MISSED),
        ("de", "die Maße", "Der Masse", TermState.MISSED),
        ("en", "the WHO", "A man who sings", TermState.MISSED),
    ],
)
def test_an_article_is_not_all_that_counts(language: str, target: str, translation: str, state: TermState) -> None:
    [use] = check_use([TermHit(0, 1, "x", target)], translation, language=language)

    assert use.state is state


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


# Lines of the lists of base forms; loading the lists takes seconds.
LISTED = {
    "de": (
        "Diagrammen Diagramm diagramm Diagramm räder Rad Räder Rad bücher Buch Bücher Buch"
        " inhalte Inhalt Inhalte Inhalt inhalt Inhalt"
        " schaltet schalten wählen wählen Druck Druck Drucken Druck drucken drucken abspeichern abspeichern"
    ),
    "nl": "schakelt schakelen schakelen schakelen",
    "es": "abandones abandonar",
}

USED_IN_ANOTHER_FORM = [
    ("de", "Diagramm", "Datenreihen in Liniendiagrammen werden gestapelt.", "Liniendiagrammen"),
    ("de", "Benutzerwörterbücher", "Löscht das ausgewählte Benutzerwörterbuch.", "Benutzerwörterbuch"),
    ("de", "Hinterrad", "Die Hinterräder", "Hinterräder"),
    ("de", "Inhalt", "Zellinhalte wie angezeigt speichern", "Zellinhalte"),
    ("de", "einschalten", "Schaltet die Pumpe ein.", "Schaltet"),
    ("de", "auswählen", "Wählen Sie die Sprache für das Feld aus", "Wählen"),
    ("de", "auswählen", "Wählen Sie eine Farbe (aus der Palette) aus und bestätigen Sie.", "Wählen"),
    ("de", "einschalten", "Um die Pumpe vorzuheizen, schaltet sie der Bediener ein.", "schaltet"),
    ("de", "abspeichern", "Alles ist abzuspeichern.", "abzuspeichern"),
    ("nl", "inschakelen", "De bediener schakelt de pomp in.", "schakelt"),
    ("nl", "inschakelen", "Druk op de knop om de pomp in te schakelen.", "in te schakelen"),
    ("es", "rechazar", "Acepte o rechace los cambios individuales.", "rechace"),
    ("he", "גווני אפור", "מייצא את הקובץ בגווני אפור.", "בגווני אפור"),
    ("he", "מסד נתונים", "לא קיים חיבור למסד הנתונים", "למסד הנתונים"),
    ("ja", "保護する", "保護されたセルは変更できません。", "保護"),
    ("ja", "取り消す", "変更を取り消しますか？", "取り消"),
    ("ja", "サーバー", "サーバに接続します。", "サーバ"),
]
MAYBE_USED = [
    ("de", "Datensatz", "Die Datensatzoperation wurde abgelehnt."),
    ("de", "Sprache", "Dialog Importieren – Sprachkonflikt"),
    ("de", "Buch", "Das Adressbuch kann nicht geöffnet werden."),
    ("de", "Bereich auswählen", "Datenbereich für Fehlerbalken auswählen"),
    ("de", "Bereich auswählen", "Wählen Sie einen Bereich aus."),
    # Two clauses: “ein” may belong to the other verb.
    ("de", "einschalten", "Der Bediener schaltet die Pumpe, und das Gerät rastet ein."),
    # A verb is not the same as a noun that is derived from it.
    ("de", "Drucken", "Der Serienbriefdruck ist fertig."),
    ("fi", "tietokanta", "Tietokantayhteys katkesi."),
    ("es", "hacer", "El trabajo está hecho."),
    ("en", "break", "The connection broke."),
    ("he", "רשימה", "שדה מטבלת הרשימות"),
    ("ar", "شريحة", "لائم الشّريحة إلى النّافذة"),
    ("ar", "الحقول", "استورد الوسوم كحقول"),
    ("ja", "開く", "ファイル選択ダイアログを開きます。"),
    ("ja", "チェックする", "自動スペルチェック"),
]
CERTAINLY_MISSED = [
    ("de", "einschalten", "Der Schalter ist rot."),
    ("de", "einschalten", "Schaltet die Pumpe ab."),
    ("de", "Bild", "Die Bildung der Mitarbeiter"),
    ("de", "Satz", "Der Versatz beträgt 2 mm."),
    ("de", "Datensatz", "Die Zeile wurde abgelehnt."),
    ("de", "Rad", "Der Grad der Verschmutzung"),
    ("nl", "inschakelen", "Het water zit in de tank."),
    ("es", "ratón", "El ratio es alto."),
    ("es", "abandón", "Espero que abandones."),
    ("en", "mother", "The other pump"),
    ("he", "סדרה", "הקובץ נשמר"),
    ("ja", "閉じる", "ファイルを開きます。"),
    ("ja", "サーバー", "サーバルームに入ります。"),
    ("zh", "打开", "关闭文件"),
]


@pytest.mark.parametrize(("language", "target", "translation", "found"), USED_IN_ANOTHER_FORM)
def test_a_target_in_another_form_is_used(language: str, target: str, translation: str, found: str) -> None:
    use = find_use(language, target, translation)

    assert use.state is TermState.INFLECTED
    assert use.found_at
    assert translation[slice(*use.found_at)] == found


@pytest.mark.parametrize(("language", "target", "translation"), MAYBE_USED)
def test_a_target_that_may_be_part_of_another_word_is_not_called_missed(
    language: str, target: str, translation: str
) -> None:
    assert find_use(language, target, translation).state is TermState.UNDECIDABLE


@pytest.mark.parametrize(("language", "target", "translation"), CERTAINLY_MISSED)
def test_words_that_only_look_like_a_target_do_not_hide_that_it_was_missed(
    language: str, target: str, translation: str
) -> None:
    assert find_use(language, target, translation).state is TermState.MISSED


def find_use(language: str, target: str, translation: str) -> TermUse:
    """The use of one term, with some base forms of the language."""
    listed = LISTED.get(language, "").split()
    bases = dict(zip(listed[::2], listed[1::2], strict=True))
    lemmatize = (
        (lambda word: bases.get(word, word.lower()))
        if bases
        else (Lemmatizers().of(language) if language == "he" else None)
    )

    return check_use([TermHit(0, 1, "x", target)], translation, language=language, lemmatize=lemmatize)[0]


PLAIN_WORDS = ["bomba", "bombas", "Bomba", "agua", "aguas", "de", "vivienda"]
TARGETS = ["bomba", "bombas", "agua", "bomba de agua", "agua bomba", "de agua", "casa"]


class PlainSearch:
    """The rules of `check_use` for texts of `PLAIN_WORDS`, without caches: each hit looks at all words again."""

    def __init__(self, hits: Sequence[TermHit], text: str) -> None:
        self._hits = hits
        self._words = [(match[0].lower(), match.span()) for match in re.finditer(r"\w+", text)]
        self._taken: list[tuple[int, int]] = []

    def uses(self) -> list[TermUse]:
        found: dict[int, TermUse] = {}
        for number, hit in sorted(enumerate(self._hits), key=lambda each: -len(each[1].target.split())):
            longer = [position for other in hit.others for position, _ in self._places(other)]
            for position, state in self._free_places(hit.target):
                if not any(a <= position[0] and position[1] <= b and (a, b) != position for a, b in longer):
                    self._taken.append(position)
                    found[number] = TermUse(hit, state, position)
                    break
        used = {(use.hit.target, use.hit.source) for use in found.values()}
        return [found.get(number) or self._not_used(hit, used) for number, hit in enumerate(self._hits)]

    def _not_used(self, hit: TermHit, used: set[tuple[str, str]]) -> TermUse:
        for other in hit.others:
            for position, _ in self._free_places(other):
                self._taken.append(position)
                return TermUse(hit, TermState.CONTRADICTED, position, other)
        words = hit.target.split()
        is_apart = len(words) > 1 and all(any(_is_form(each, word) for each, _ in self._words) for word in words)
        is_taken = any(target == hit.target and source != hit.source for target, source in used)
        return TermUse(hit, TermState.UNDECIDABLE if is_apart or is_taken else TermState.MISSED)

    def _free_places(self, target: str) -> Iterator[tuple[tuple[int, int], TermState]]:
        for position, state in self._places(target):
            if all(position[1] <= start or end <= position[0] for start, end in self._taken):
                yield position, state

    def _places(self, target: str) -> Iterator[tuple[tuple[int, int], TermState]]:
        words = target.split()
        for state, is_same in ((TermState.USED, str.__eq__), (TermState.INFLECTED, _is_form)):
            for start in range(len(self._words) - len(words) + 1):
                window = self._words[start : start + len(words)]
                if all(is_same(each, word) for (each, _), word in zip(window, words, strict=True)):
                    yield (window[0][1][0], window[-1][1][1]), state


def _is_form(one: str, other: str) -> bool:
    return one.removesuffix("s") == other.removesuffix("s")


def _hits(targets: Sequence[str], others: Sequence[str]) -> st.SearchStrategy[TermHit]:
    return st.builds(
        lambda source, target, others: TermHit(0, 1, source, target, others=tuple(others)),
        st.sampled_from(["pump", "water"]),
        st.sampled_from(targets),
        st.lists(st.sampled_from(others), max_size=2, unique=True) if others else st.just([]),
    )


@pytest.mark.slow
@settings(max_examples=size(40, 400))
@given(
    hits=st.one_of(st.lists(_hits(TARGETS, TARGETS), max_size=8), st.lists(_hits(["bomba", "agua"], []), max_size=8)),
    words=st.lists(st.sampled_from(PLAIN_WORDS), max_size=20),
    joint=st.sampled_from([" ", "  ", "\n"]),
)
def test_the_uses_are_those_of_a_plain_search(hits: list[TermHit], words: list[str], joint: str) -> None:
    text = joint.join(words)

    assert check_use(hits, text, language="es") == PlainSearch(hits, text).uses()


HYPHENATED = ["X-Achse", "X Achse", "Achse", "x\u2011achse", "e-mail", "Mail", "_a-X", "a_ X", "5 Achsen", "Maße-X"]


@pytest.mark.parametrize("language", ["de", "it"])
@settings(max_examples=size(100, 5_000))
@given(
    hits=st.lists(_hits(HYPHENATED, []), min_size=1, max_size=4),
    words=st.lists(
        st.sampled_from(["X", "x", "Achse", "achsen", "E", "mail", "_a", "a_", "5", "Masse", "Maße"]), max_size=12
    ),
    joints=st.lists(
        st.sampled_from([" ", "-", "\u2011", " - ", "- ", "--", "_", "", ",", "'"]), min_size=12, max_size=12
    ),
)
def test_a_target_with_hyphens_is_found_as_in_a_search_by_words(
    language: str, hits: list[TermHit], words: list[str], joints: list[str]
) -> None:
    text = "".join(word + joint for word, joint in zip(words, joints, strict=False))

    # Two spaces at the end prevent the comparison of characters.
    assert check_use(hits, text, language=language) == check_use(hits, f"{text}  ", language=language)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["as written", "inflected", "half missed", "with another target"])
def test_the_work_grows_with_the_length_of_the_text(kind: str) -> None:
    def work(paragraphs: int) -> int:
        text = "\n\n".join(f"Paragraph {number}. The house has a pump." for number in range(paragraphs))
        pairs = [("house", "vivienda"), ("pump", "bomba")]
        hits = TermIndex.of(pairs, language="en").find(text)
        translation = text.replace("house", "vivienda").replace("pump", "bomba")
        if kind == "inflected":
            translation = translation.replace("bomba", "bombas")
        elif kind == "half missed":
            translation = translation.replace("bomba", "bombas", paragraphs // 2).replace("bomba ", "pieza ")
        elif kind == "with another target":
            hits = [hit._replace(others=("bomba de agua", "casa")) for hit in hits]
            translation = translation.replace("vivienda", "casa", paragraphs // 2)
        return _count_calls(lambda: check_use(hits, translation, language="es"))

    work(1)

    assert work(120) < 2.5 * work(60)


def _count_calls(run: Callable[[], object]) -> int:
    """The number of calls of functions and continued generators in `run`."""
    count = 0

    def count_call(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count_call)
    try:
        run()
    finally:
        sys.setprofile(before)
    return count
