"""Which suggestion of a word list is taken as the intended word."""

from __future__ import annotations

import pytest

from termdesk.service.engines.correction.spelling import MistakeKind, kind_of_mistake, likely

USUAL = frozenset({"arrive", "drive", "fría", "feria", "musst", "muss", "rechnung", "cake", "mittwoch", "gibt"})


@pytest.mark.parametrize(
    ("written", "suggestion", "kind"),
    [
        ("fria", "fría", MistakeKind.ACCENT),
        ("heissem", "heißem", MistakeKind.ACCENT),
        ("arive", "arrive", MistakeKind.FINGER),
        ("beleive", "believe", MistakeKind.FINGER),
        ("orario", "horario", MistakeKind.FINGER),
        ("Rechung", "Rechnung", MistakeKind.SOUND),
        ("ausreichent", "ausreichend", MistakeKind.SOUND),
        ("fria", "feria", MistakeKind.SOUND),
        ("definately", "definitely", MistakeKind.SOUND),
        ("vulnkey", "turnkey", None),
        ("arive", "drive", None),
        ("chown", "clown", None),
        ("gakket", "gasket", None),
        ("gadket", "gasket", MistakeKind.FAR),
        ("complèteur", "compléter", None),
        ("utterer", "uttered", None),
        ("iptables", "ip6tables", None),
        ("csv", "cSv", None),
        ("postergable", "postergale", None),
        ("responsible", "responsable", MistakeKind.SOUND),
    ],
)
def test_a_mistake_has_a_kind(written: str, suggestion: str, kind: MistakeKind | None) -> None:
    assert kind_of_mistake(written, suggestion) is kind


def test_the_likeliest_kind_is_taken_whatever_the_list_says_first() -> None:
    assert likely("fria", ["cría", "feria", "fría"], USUAL, is_capital=False) == ["fría"]
    assert likely("arive", ["drive", "alive", "arrive"], USUAL, is_capital=False) == ["arrive"]
    assert likely("giebt", ["gibt"], USUAL, is_capital=False) == ["gibt"]
    assert likely("must", ["muss", "musst"], USUAL, is_capital=False) == ["musst"]


def test_unusual_words_are_no_remedy_for_what_may_be_a_term() -> None:
    assert likely("prosodyctl", ["prosocial"], USUAL, is_capital=False) == []
    assert likely("gluepoint", ["gunpoint"], USUAL, is_capital=False) == []
    assert likely("cmake", ["cake"], USUAL, is_capital=False) == []
    assert likely("refname", ["rename"], USUAL | {"rename"}, is_capital=False) == []
    assert likely("tupla", ["tulpa"], USUAL, is_capital=False) == []


def test_an_abbreviation_is_no_misspelled_word() -> None:
    assert likely("ppc", ["pc"], USUAL | {"pc"}, is_capital=False) == []
    assert likely("nne", ["ne"], USUAL | {"ne"}, is_capital=False) == ["ne"]


def test_a_word_that_may_be_a_name_needs_a_usual_word_or_a_long_one() -> None:
    assert likely("Weblate", ["Weblatte"], USUAL, is_capital=True) == []
    assert likely("Münter", ["Munter"], USUAL | {"munter"}, is_capital=True) == []
    assert likely("Münter", ["Mütter"], USUAL | {"mütter"}, is_capital=True) == []
    assert likely("Mitwoch", ["Mittwoch"], USUAL, is_capital=True) == ["Mittwoch"]
    assert likely("Sicherheitsabstant", ["Sicherheitsabstand"], USUAL, is_capital=True) == ["Sicherheitsabstand"]


def test_a_compound_keeps_its_joint() -> None:
    assert likely("Terminalgerät", ["Terminaltgerät"], USUAL, is_capital=True) == []
    assert likely("Mauszeigerposition", ["Mauszeigereposition"], USUAL, is_capital=True) == []
    assert likely("Terminalzugriff", ["Terminalugriff"], USUAL, is_capital=True) == []
    assert likely("Linkgruppe", ["Linksgruppe"], USUAL, is_capital=True) == []
    assert likely("Sitzungschlüssel", ["Sitzungsschlüssel"], USUAL, is_capital=True) == ["Sitzungsschlüssel"]
    assert likely("Übertragungseschwindigkeit", ["Übertragungsgeschwindigkeit"], USUAL, is_capital=True)


def test_a_genitive_is_no_other_noun() -> None:
    assert likely("Funktionsaufrufes", ["Funktionsaufrufers"], USUAL, is_capital=True) == []
    assert likely("Versuchsleites", ["Versuchsleiters"], USUAL, is_capital=False) == ["Versuchsleiters"]
    assert likely("Projektmitabeiter", ["Projektmitarbeiter"], USUAL, is_capital=True) == ["Projektmitarbeiter"]


def test_suggestions_that_cut_a_word_are_left_out() -> None:
    assert likely("Werkstat", ["Werks tat"], USUAL, is_capital=True) == []
