"""Guesses gender and number from a word's ending, for words that no dictionary has.

It covers languages whose nouns have at most two genders: en, es, fr, it, pt.
"""

from __future__ import annotations

import re

LANGUAGES = frozenset({"en", "es", "fr", "it", "pt"})

# Clipped French words, which keep their gender.
_CLIPPED = "photo|vidéo|diapo|moto|auto|radio|info|promo|démo|météo"
_FEMININE = {
    "es": r"(?:[cstx]ión|[dt]ad|tud|umbre|triz|dez|ie|(?<!em)(?<!gram)(?<![dftin]om)(?<![sg]m)a)s?",
    "pt": r"(?:[çsx]ão|[gn]ião|[ui]dão|dade|gem|tude|triz|dez|(?<!em)(?<!gram)(?<!om)(?<![sg]m)a)s?",
    "fr": (
        r"(?:[stx]ion|[gn]ion|aison|té|tude|ette|esse|[ae]nce|ure|ade|trice|euse|ière|ée|i[sn]?e|nne|(?<!interva)lle"
        rf"|[aeio]nte|[aio]rde|ande|rte|rne|che|sse|ête|ive|use|{_CLIPPED})s?"
    ),
    "it": r"zion[ei]|sion[ei]|tà|tù|tric[ei]|(?<!em)(?<!gramm)(?<!om)(?<![sg]m)a",
}
_MASCULINE = {
    "es": (r"(?:o|ema|grama|[dftin]oma|[sg]ma|or|te|aje|ón|ador|[uc]e|[bt]re|me|ble|[^aeiouáéíósxz])(?:e?s)?|.*és"),
    "pt": r"(?:o|ema|grama|oma|[sg]ma|ete|or|ador|ente|ante|que|[^aeiouãáéíósz])(?:e?s)?",
    # Not “-is”: vis and souris are feminine, devis and tapis are not.
    "fr": r"(?:(?:ment|age|isme|eur|oir|al|aux|eau|teau|phone|mètre|gramme|scope|cle|stre|[^eisx])s?|i)",
    "it": r"o|ema|gramma|oma|[sg]ma|ame|[^aei]|or[ei]|iere|[lr]one|i",
}
# Unknown words with these endings are adjectives more often than nouns.
_ADJECTIVE = {
    "en": r"(?:un|non).{3,}|.{3,}(?:ed|able|ible|ful|less|ous|ive|ic)",
    "es": r".{2,}(?:[ai]d|[oí]s|iv|ic|ári|ori)[oa]s?|.{3,}(?:able|ible)s?",
    "pt": r".{2,}(?:[ai]d|os|iv|ic|ári|óri)[oa]s?|.{3,}(?:ável|ível|áveis|íveis)",
    "it": r".{2,}(?:[aiu]t|os|iv|ic|ari|ori)[oaie]|.{3,}(?:abil|ibil)[ei]",
    "fr": r".{3,}(?:able|ible|ique|eux|euse|if|ive|el|elle)s?",
}
# Patterns of most plurals that do not match singulars such as “análisis” or “virus”. Compounds of a verb and a noun,
# such as “portabrocas”, are excluded, because their singular has the same form.
_PLURAL = {
    "en": r"\w{2,}[^aious]s",
    "es": r"(?!para|porta|saca|guarda|lava|limpia|corta|abre|cubre|cuenta|salva|lanza|rompe|toca)\w{2,}[aeo]s",
    "pt": r"(?!para|porta|saca|guarda|lava|limpa|corta|abre|conta|salva|lança|quebra|toca)\w{2,}(?:[aeo]s|ões|ns)",
    "fr": r"\w{3,}(?:[elnt]s|eurs)|\w{2,}(?:aux|eux)",
}
_INFINITIVE = {"es": "[aei]r", "pt": "[aei]r", "fr": "er|ir|oir", "it": "[aei]re"}
_ACCENTED = str.maketrans("áéíóú", "aeiou")


def gender_by_ending(word: str, language: str) -> str:
    """Return `m` or `f`; "" if the ending does not decide, or the language has no gender."""
    word = word.lower()
    if language in _FEMININE and re.search(f"(?:{_FEMININE[language]})$", word):
        return "f"
    return "m" if language in _MASCULINE and re.search(f"(?:{_MASCULINE[language]})$", word) else ""


def is_plural_by_ending(word: str, language: str) -> bool:
    """Whether an unknown noun in lower case looks like a plural."""
    return language in _PLURAL and word.islower() and re.fullmatch(_PLURAL[language], word) is not None


def is_adjective_by_ending(word: str, language: str) -> bool:
    """Whether an unknown word looks like an adjective or a participle."""
    return language in _ADJECTIVE and re.fullmatch(_ADJECTIVE[language], word) is not None


def is_infinitive_by_ending(word: str, language: str) -> bool:
    """Whether an unknown word has the ending of an infinitive."""
    return language in _INFINITIVE and re.search(f"(?:{_INFINITIVE[language]})$", word.lower()) is not None


def plural(word: str, language: str, gender: str = "") -> str:
    """Return the regular plural of a noun or adjective; the word itself if it does not end with a letter."""
    if not word[-1:].isalpha() or word.isupper():
        return word
    return {"es": _spanish_plural, "pt": _portuguese_plural, "fr": _french_plural, "en": _english_plural}.get(
        language, lambda each: _italian_plural(each, gender)
    )(word)


def adjective(word: str, language: str, gender: str, number: str) -> str:
    """Return the form of an adjective, given in the masculine singular, that agrees with a noun."""
    if gender == "f":
        if language == "fr":
            word = _french_feminine(word)
        elif word.endswith("o"):
            word = f"{word[:-1]}a"
    return plural(word, language, gender) if number == "pl" else word


def _spanish_plural(word: str) -> str:
    if word[-1] in "aeioué":
        return f"{word}s"
    if word[-1] == "z":
        return f"{word[:-1]}ces"
    if word[-1] in "sx" and word[-2:-1] not in tuple("áéíóú"):
        return word
    if word[-2:-1] in tuple("áéíóú") and word[-1] in "ns":
        word = f"{word[:-2]}{word[-2].translate(_ACCENTED)}{word[-1]}"
    return f"{word}es"


def _portuguese_plural(word: str) -> str:
    for ending, ending_of_plural in (
        ("ão", "ões"), ("ável", "áveis"), ("ível", "íveis"), ("al", "ais"), ("el", "éis"), ("ol", "óis"), ("ul", "uis"),
        ("il", "is"), ("m", "ns"), ("r", "res"), ("z", "zes"), ("s", "s"), ("x", "x"),
    ):  # fmt: skip
        if word.endswith(ending):
            stem = word.removesuffix(ending)
            # A word has only one accent: if the stem has it, the ending loses its own (túnel, túneis).
            return f"{stem}{ending_of_plural if stem.isascii() else ending_of_plural.translate(_ACCENTED)}"
    return f"{word}s"


def _french_plural(word: str) -> str:
    if word[-1] in "sxz":
        return word
    if word.endswith("al"):
        return f"{word[:-1]}ux"
    return f"{word}x" if word.endswith(("au", "eu")) else f"{word}s"


def _french_feminine(word: str) -> str:
    for ending, feminine in (("eux", "euse"), ("if", "ive"), ("el", "elle"), ("er", "ère"), ("en", "enne"), ("e", "e")):
        if word.endswith(ending):
            return f"{word.removesuffix(ending)}{feminine}"
    return f"{word}e"


def _italian_plural(word: str, gender: str) -> str:
    if word.endswith(("ca", "ga")) and gender == "f":
        return f"{word[:-1]}he"
    if word[-1] == "a":
        return f"{word[:-1]}{'e' if gender == 'f' else 'i'}"
    if word.endswith("io"):
        return word[:-1]
    return f"{word[:-1]}i" if word[-1] in "oe" else word


def _english_plural(word: str) -> str:
    if word.endswith("y") and word[-2:-1] not in tuple("aeiou"):
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(("s", "x", "z", "ch", "sh")) else f"{word}s"
