"""Forms of verbs that the lists of base forms lack, and verbs that are split into two words: schaltet … ein."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from termdesk.domain.language.language import root

# The longest prefixes first, because “hin” is also the beginning of “hinein”.
_PREFIXES = {
    "de": (
        "zusammen zurecht zurück hinunter herunter voraus vorbei voran hinein hinaus hinauf herein heraus herauf weiter"
        " nieder hinzu heran hervor durch nach fest fort frei hoch bei ein auf aus vor weg her hin los mit ab an um zu"
    ),
    "nl": (
        "samen terug voort binnen achter tegen neer door over open voor weer vast aan toe uit bij mee weg op af in na"
        " om"
    ),
}  # fmt: skip
# What stands between the prefix and the verb: abzuspeichern, abgespeichert. Dutch has “in te schakelen”.
_INFIXES = {"de": "(?:zu|ge)?", "nl": "(?:ge)?"}
_PARTICLE = {"nl": "te"}
# Words that start another clause, so that what precedes them ends one.
CLAUSE_STARTS = {
    "de": frozenset({"und", "oder", "sowie", "bzw", "um", "aber"}), "nl": frozenset({"en", "of", "om", "maar"}),
}  # fmt: skip


class SeparableVerb(NamedTuple):
    """A verb with a prefix that main clauses split off: ein + schalten."""

    prefix: str
    verb: str
    # Matches the words that are written as one with the prefix; its group is the rest.
    joined: re.Pattern[str]
    # The word between the prefix and the infinitive, if these are separate words; otherwise empty.
    particle: str


@cache
def _separable(code: str) -> re.Pattern[str]:
    return re.compile(f"({_PREFIXES[code].replace(' ', '|')})(\\w{{3,}}n)")


def separable_verb(word: str, language: str) -> SeparableVerb | None:
    """The parts of a folded infinitive that may be separable; None for other words and languages."""
    code = root(language)
    if code not in _PREFIXES:
        return None
    match = _separable(code).fullmatch(word)
    if match is None:
        return None
    prefix, verb = match.groups()
    return SeparableVerb(prefix, verb, re.compile(f"{prefix}{_INFIXES[code]}?(\\w+)"), _PARTICLE.get(code, ""))


def forms_in_other_spelling(word: str, language: str) -> frozenset[str]:
    """The forms of a folded infinitive in which its last consonant is written with another letter: rechazar, rechace.

    The lists have only some of these.
    """
    endings = _SPELLINGS.get(root(language), {})
    changed = endings.get(word[-3:])
    if changed is None or len(word) <= len("-car"):
        return frozenset()
    return frozenset(f"{word[:-3]}{changed}{ending}" for ending in ("e", "es", "en", "emos", "em", "é"))


_SPELLINGS: dict[str, Mapping[str, str]] = {
    "es": {"car": "qu", "gar": "gu", "zar": "c"},
    "pt": {"car": "qu", "gar": "gu", "çar": "c"},
}  # fmt: skip

# Irregular forms that the lists lack, mostly because they are also other words. The form is written after each verb or
# noun. Romance participles stand for their four forms.
_PARTICIPLES = {
    "es": (
        "hacer hecho, poner puesto, decir dicho, escribir escrito, romper roto, ver visto, morir muerto,"
        " cubrir cubierto, imprimir impreso, satisfacer satisfecho, suponer supuesto, componer compuesto,"
        " deshacer deshecho, descubrir descubierto, sobrescribir sobrescrito, imponer impuesto, freír frito"
    ),
    "it": (
        "dire detto, scrivere scritto, aprire aperto, coprire coperto, dirigere diretto, porre posto, perdere perso,"
        " spendere speso, tradurre tradotto, stringere stretto, aggiungere aggiunto, dividere diviso,"
        " connettere connesso, sconnettere sconnesso"
    ),
    "pt": (
        "fazer feito, pôr posto, escrever escrito, abrir aberto, ganhar ganho, pagar pago, gastar gasto,"
        " imprimir impresso, expulsar expulso, fixar fixo, desfazer desfeito, refazer refeito, compor composto,"
        " dispor disposto, supor suposto, inscrever inscrito, eleger eleito, aceitar aceito"
    ),
    "fr": (
        "mettre mis, dire dit, écrire écrit, voir vu, ouvrir ouvert, couvrir couvert, lire lu, pouvoir pu, devoir dû,"
        " savoir su, avoir eu, produire produit, joindre joint, éteindre éteint, permettre permis,"
        " courir couru, résoudre résolu, clore clos, inclure inclus"
    ),
}  # fmt: skip
_FORMS = {
    "en": (
        "awake awoken, bear bore, bend bent, bind bound, bite bit, break broke, dig dug, do did, drink drunk, eat ate,"
        " feed fed, feel felt, get got, go gone, grind ground, have had, hide hid, lead led, leave left, meet met,"
        " ring rung, rise rose, run ran, see saw, shake shook, shoot shot, sit sat, swear swore, think thought,"
        " win won, wind wound, man men, person people, life lives, half halves, leaf leaves, shelf shelves, datum data"
    ),
    "es": "ver vio, ir fue, ir ido, ir va, ser fue",
    "de": "geben gab, lesen las, ziehen zog, stehen stand, stehen gestanden, messen misst, messen maß, laden lud",
    "nl": "nemen nam, geven gaf, lezen las, zien zag, staan gestaan, drukken gedrukt, blad bladeren, lid leden",
    "sv": "hand händer, ta tog", "da": "tage tog, sætte sat", "nb": "hånd hender, ta tok, legge la", "it": "fare fa",
    "pt": "fazer faz, aceitar aceite, entregar entregue", "fr": "vivre vécu, être été",
}  # fmt: skip
_ENDINGS = {"es": ("o", "a", "os", "as"), "it": ("o", "a", "i", "e"), "pt": ("o", "a", "os", "as")}


def irregular_forms(word: str, language: str) -> frozenset[str]:
    """The irregular forms of a folded word that the lists lack. Most of them may be other words as well."""
    return _irregular(root(language)).get(word, frozenset())


@cache
def _irregular(code: str) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for word, participle in _pairs(_PARTICIPLES.get(code, "")):
        forms = [participle[:-1] + ending for ending in _ENDINGS[code]] if code in _ENDINGS else _french(participle)
        found.setdefault(word, set()).update(forms)
    for word, form in _pairs(_FORMS.get(code, "")):
        found.setdefault(word, set()).add(form.replace("ß", "ss"))
    return {word: frozenset(forms) for word, forms in found.items()}


def _french(participle: str) -> list[str]:
    stem = "du" if participle == "dû" else participle
    return [participle, f"{stem}e", f"{stem}s", f"{stem}es"]


def _pairs(text: str) -> list[list[str]]:
    return [pair.split() for pair in text.split(",") if pair]
