"""Whether the part of speech of a term fits between the words around it, without Apertium's programs."""

from __future__ import annotations

import pytest

from termdesk.service.engines.apertium.analyzed_phrase import AnalyzedPhrase, WordKind
from termdesk.service.engines.apertium.term_place import TermPlace
from termdesk.service.engines.apertium.term_unit import TermUnit

_ADJECTIVES = {"regular", "vertical"}


def agrees(language: str, text: str, kind: WordKind, **grammar: bool) -> bool:
    """Whether the word in brackets agrees with a text."""
    before, _, rest = text.partition("[")
    surface, _, after = rest.partition("]")
    target = AnalyzedPhrase("x", "en" if language == "es" else "es", ())
    unit = TermUnit("ZQXAAJ", kind, target, surface, "", **grammar)
    return TermPlace(before, after, language).agrees(unit, _ADJECTIVES.__contains__)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The [check] is new.", True),
        ("a regular [check]", True),
        ("Write a [check] for the staff.", True),
        ("The value of [data]", True),
        ("They [check] the oil.", False),
        ("You must [check] the oil.", False),
        ("[Check] the oil.", False),
        ("Please [check] the oil.", False),
        ("The user [sets] the value.", False),
        ("It [leaks] oil.", False),
        ("[Option] A is good.", True),
        ("[value of] the field", True),
    ],
)
def test_a_noun_does_not_fit_where_the_text_has_a_verb(text: str, *, expected: bool) -> None:
    assert agrees("en", text, WordKind.NOUN) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[Check] the oil.", True),
        ("He [checks] the oil.", True),
        ("The users [check] the oil.", True),
        ("Click to [open].", True),
        ("The [check] is new.", False),
        ("A regular [check] is necessary.", False),
        ("Inserts a vertical [snap] line.", False),
        ("Two [checks] are necessary.", False),
        ("The file is [open].", False),
        ("Keep the door [open].", False),
        ("[Open] files are listed.", False),
        ("Here: «[Open] files are listed.»", False),
        ("Here [open] files are listed.", True),
    ],
)
def test_a_verb_does_not_fit_where_the_text_has_a_noun(text: str, *, expected: bool) -> None:
    assert agrees("en", text, WordKind.VERB, is_base_form=True) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("[Back up] the data.", False), ("[Edit document] properties", False), ("[Log in] every day.", True)],
)
def test_a_verb_with_an_object_has_no_other_one(text: str, *, expected: bool) -> None:
    assert agrees("en", text, WordKind.VERB, has_object=True) is expected


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("[Flips] the image.", WordKind.VERB, True),
        ("[Flips] well", WordKind.VERB, False),
        ("The [faulty] is new.", WordKind.NOUN, True),
        ("The pump is [faulty].", WordKind.NOUN, False),
        ("New [firewalls] were installed.", WordKind.NOUN, True),
    ],
)
def test_the_words_around_it_decide_what_its_own_do_not(text: str, kind: WordKind, *, expected: bool) -> None:
    assert agrees("en", text, kind, may_be_other_kind=True) is expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("fr", "Il [marque] la page.", False),
        ("fr", "[Liste] les modules.", False),
        ("fr", "La [marque] est bonne.", True),
        ("fr", "L'[arrêt] est nouveau.", True),
        ("es", "Han [llamado].", False),
        ("es", "El [llamado] fue largo.", True),
        ("es", "No [marca] la página.", False),
    ],
)
def test_articles_and_persons_tell_nouns_from_verbs(language: str, text: str, *, expected: bool) -> None:
    assert agrees(language, text, WordKind.NOUN, may_be_participle=True) is expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "Install the [software].", True),
        ("en", "The [software] is new.", False),
        ("en", "Each [setting] was changed.", False),
        ("en", "The [data] are lost.", True),
        ("es", "Cambie los [ajustes].", True),
        ("es", "Los [ajustes] son nuevos.", False),
    ],
)
def test_another_number_matters_only_where_other_words_have_one(language: str, text: str, *, expected: bool) -> None:
    assert agrees(language, text, WordKind.NOUN, is_in_other_number=True) is expected


@pytest.mark.parametrize("text", ["A [set] of tools", "This [set] contains tools."])
def test_a_participle_like_its_base_form_does_not_fit_where_the_text_has_a_noun(text: str) -> None:
    assert not agrees("en", text, WordKind.VERB, is_participle=True, is_base_form=True)


@pytest.mark.parametrize(
    "text",
    ["All [filters] are new.", "Replace both [filters].", "The total [load] is 5 kg.", "Water [filters] are new."],
)
def test_a_verb_does_not_fit_behind_a_quantity_or_before_is(text: str) -> None:
    assert not agrees("en", text, WordKind.VERB)


def test_a_base_form_does_not_fit_behind_a_preposition() -> None:
    assert not agrees("en", "Under [load] the motor stops.", WordKind.VERB, is_base_form=True)
    assert agrees("en", "By [loading] the file", WordKind.VERB)
    assert agrees("en", "[Loading] is easy.", WordKind.VERB)


def test_an_adjective_does_not_fit_where_the_text_has_an_order() -> None:
    assert not agrees("en", "[Clean] the filter.", WordKind.ADJECTIVE)
    assert agrees("en", "[Clean] filters are new.", WordKind.ADJECTIVE)
    assert agrees("en", "The filter is [clean].", WordKind.ADJECTIVE)
