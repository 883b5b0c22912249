"""Words that look like forms of a term, but belong to another part of speech: “registrar” and “registro”.

The lists of base forms say no part of speech, and their comparison by letters finds the verb for the noun. Endings
tell: a Romance noun changes its number and gender only, an infinitive has the endings of verbs, and German -ung makes
nouns. A participle is a class of its own: “estado” is not a form of “está”, though both are forms of “estar”.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from termdesk.domain.language.language import root
from termdesk.domain.matching.verbs import forms_in_other_spelling

_INFINITIVE = {
    "es": re.compile(r"\w{2,}(?:[aeií]r)(?:se)?"),
    "fr": re.compile(r"\w{2,}(?:er|ir|re)"),
    "it": re.compile(r"\w{2,}(?:[aei]re|[ou]rre|[aei]rsi)"),
    "pt": re.compile(r"\w{2,}(?:[aeiíô]r)"),
}
# Endings that only verbs have, behind the stem of an infinitive. The others, such as -o and -a, may be those of a noun.
_VERB_ENDINGS = {
    "es": re.compile(
        r"(?:[ae]mos|[aei]d|[aeiá]n|[ae]s|[áé]is|[aií]d[oa]s?|[ií]?[aeé]ndo|ando|[aá]ron|ieron|ó|ió|é|í|aste|iste|aba[ns]?"
        r"|ía[ns]?|[aei]r(?:á[ns]?|é|emos|ía[ns]?)?|[aá]ra[ns]?|iera[ns]?)(?:me|te|se|nos|l[aeo]s?)*"
    ),
    "fr": re.compile(
        r"(?:ez|ons|ent|ant|ée?s?|ie?s?|ue?s?|er(?:a|as|ez|ons|ont|ait|aient)?|ir(?:a|as|ez|ons|ont|ait)?|ait|ais|aient|iez"
        r"|issent|issant|it|re)"
    ),
    "it": re.compile(
        r"(?:[aei]re|[aei]rsi|[aeiu]t[oaie]|[ae]ndo(?:si|l[oaie])?|[aeiu]?no|iamo|[aei]te|[aei]v[aoi]|[aei]vano|er[àò]|ir[àò]"
        r"|eranno|iranno|erebbe|irebbe|[aei]r(?:l[oaie]|ne|ci|vi)|isce|iscono|ò|ì|arono|irono)"
    ),
    "pt": re.compile(
        r"(?:[ae]mos|[ae]m|[ae]s|[aií]d[oa]s?|[aei]ndo|[aei]ram|ou|[ei]u|ei|i|ava[ms]?|ia[ms]?|[aei]r(?:á|ão|ia|em|mos)?"
        r"|[aei]sse[ms]?)(?:-(?:me|te|se|nos|l?[oa]s?|lhes?))?"
    ),
}
# The third person of a verb in the plural, behind the singular: contiene, contienen.
_PLURAL_OF_VERB = {"es": "n", "fr": "nt", "it": "no", "pt": "m"}
_PARTICIPLE = {
    "es": re.compile(r"\w+(?:[aií]d|ch|t)[oa]s?"),
    "fr": re.compile(r"\w+(?:é|i|u|is|it|[aeo]int|[eo]rt)e?s?"),
    "it": re.compile(r"\w+[st][oaie]"),
    "pt": re.compile(r"\w+(?:[aií]d|t)[oa]s?"),
}
# The infinitives of participles, which may be short: “dado” is a form of “dar”.
_INFINITIVE_OF_PARTICIPLE = {
    "es": re.compile(r"\w+[aei]r"),
    "fr": re.compile(r"\w+(?:er|ir|re)"),
    "it": re.compile(r"\w+[aei]re"),
    "pt": re.compile(r"\w+[aeio]r"),
}
_GERUND = {
    "es": re.compile(r"\w+(?:[aá]|[ií]?[eé])ndo\w*"),
    "fr": re.compile(r"\w+ant"),
    "it": re.compile(r"\w+[ae]ndo\w*"),
    "pt": re.compile(r"\w+[aei]ndo"),
}
_PLURAL_LETTERS = {"es": ("s",), "fr": ("s", "x"), "it": ("i", "e"), "pt": ("s",)}
# Plural and feminine endings, each with the ending of the masculine singular; the same mark stands for both genders.
_ENDINGS = {
    "es": (("ces", "z"), ("es", ""), ("s", "")),
    "fr": (("aux", "al"), ("eaux", "eau"), ("eux", "eu"), ("s", ""), ("x", "")),
    "it": (("chi", "co"), ("ghi", "go"), ("che", "ca"), ("ghe", "ga"), ("i", "o"), ("i", "e"), ("i", "io"), ("e", "a")),
    "pt": (
        ("oes", "ao"), ("aes", "ao"), ("aos", "ao"), ("ais", "al"), ("eis", "el"), ("ois", "ol"), ("uis", "ul"),
        ("is", "il"), ("eis", "il"), ("ns", "m"), ("es", ""), ("s", ""),
    ),
}  # fmt: skip
_GENDERS = {
    "es": re.compile(r"(.+)(?:o|a)|(.+(?:[aeo]n|in|or|es|ol))a?"),
    "fr": re.compile(
        r"(.+)(?:if|ive)|(.+)(?:eux|euse)|(.+(?:é|al|[aeo]nt|i|u))e?|(.+e[ln]|.+on)(?:[ln]e)?|(.+)(?:er|ère)|(.+[iu]r)e?"
    ),
    "it": re.compile(r"(.+)(?:o|a)|(.+)(?:tore|trice)"),
    "pt": re.compile(r"(.+)(?:o|a)|(.+(?:or|es|ol))a?"),
}
LANGUAGES = frozenset(_ENDINGS)
# German nouns by their endings, and their plurals. Other words may be nouns as well.
_GERMAN_NOUN = re.compile(r"(\w{2,}(?:ung|heit|keit|schaft|[st]ion|tät|ismus))(?:en|s)?")
# German words that are no nouns in their base form, although the list may know such a noun.
_GERMAN_OTHER = re.compile(r"\w+(?:n|iert|lich|isch|ig|bar)|(?:ge|be|ver|er|ent|zer|aus|ein|an|ab|auf)\w+t")


def forms_of_participle(word: str, base: str, language: str) -> re.Pattern[str] | None:
    """A pattern for the other forms of a folded word, if it is a participle with this base form; else None."""
    code = root(language)
    if code not in LANGUAGES or word == base or not _INFINITIVE_OF_PARTICIPLE[code].fullmatch(base):
        return None
    return _PARTICIPLE[code] if _PARTICIPLE[code].fullmatch(word) else None


def is_same_class(
    term: str, word: str, language: str, base: Mapping[str, str], base_of_noun: Mapping[str, str]
) -> bool:
    """Whether a folded word of a text may be a form of a folded word of a term without being another part of speech.

    `base` has their folded base forms, and `base_of_noun` those as German nouns. The words are similar already; this
    only tells the classes apart. It is True for languages whose endings say nothing.
    """
    code = root(language)
    if code == "de":
        return _is_same_in_german(term, word, base, base_of_noun)
    # Nouns may look like infinitives: fichier, lugar.
    if code not in LANGUAGES or word in (term, f"{term}s", f"{term}es") or term == f"{word}es":
        return True
    return word in forms_in_other_spelling(term, code) or _is_same_in_romance(term, word, base[term], base[word], code)


def _is_same_in_romance(term: str, word: str, term_base: str, word_base: str, code: str) -> bool:
    if code == "it" and _without_accents(term) == _without_accents(word):
        # An accent may be written as an apostrophe: citta'.
        return True
    infinitive = _infinitive_of(term, term_base, code)
    if infinitive and _is_verb_form(infinitive, word, word_base, code):
        return True
    if infinitive == term:
        return False
    is_verb = bool(_INFINITIVE[code].fullmatch(word_base))
    if term_base == word_base and not is_verb:
        return True
    if term + _PLURAL_OF_VERB[code] == word or word + _PLURAL_OF_VERB[code] == term:
        return True
    # Italian “elenca” (lists) differs from “elenco” (list) like a feminine from a masculine. Plurals are no such verbs.
    is_verb_term = bool(_INFINITIVE[code].fullmatch(term_base))
    is_participle = bool(_PARTICIPLE[code].fullmatch(term) and _PARTICIPLE[code].fullmatch(word))
    is_sure = is_verb == is_verb_term or is_participle or word.endswith(_PLURAL_LETTERS[code])
    return is_sure and not _stems(term, code).isdisjoint(_stems(word, code))


def _is_same_in_german(term: str, word: str, base: Mapping[str, str], base_of_noun: Mapping[str, str]) -> bool:
    of_term, of_word = _GERMAN_NOUN.fullmatch(term), _GERMAN_NOUN.fullmatch(word)
    if of_term or of_word:
        return of_term is not None and of_word is not None
    # The base forms come last: looking up that of a new word takes the most time.
    if word.endswith("n") or _GERMAN_OTHER.fullmatch(term) or term == word:
        return True
    is_verb = base[word].endswith("n") and base[word] != term
    return not (is_verb and base_of_noun[term] == term and base_of_noun[word] != term)


def _infinitive_of(term: str, term_base: str, code: str) -> str:
    """Return the infinitive of a word of a term if the word can only be a verb; else an empty text."""
    pattern = _INFINITIVE[code]
    if term_base == term:
        return term if pattern.fullmatch(term) else ""
    if not pattern.fullmatch(term_base):
        return ""
    if _PARTICIPLE[code].fullmatch(term) or term.endswith(("o", "os")):
        return term_base if _GERUND[code].fullmatch(term) else ""
    # The Portuguese list has verbs for nouns: “falhar” for “falha”.
    return term_base if code != "pt" or not term.endswith(("a", "e", "as", "es")) else ""


def _is_verb_form(infinitive: str, word: str, word_base: str, code: str) -> bool:
    """Whether a word is a form of an infinitive, and not the noun beside it."""
    if word_base == infinitive:
        return True
    stem = infinitive[:-2] if code == "fr" else re.sub(r"(?:rsi|rse|re|r)$", "", infinitive)[:-1]
    rest = word.removeprefix(stem)
    return rest != word and _VERB_ENDINGS[code].fullmatch(rest) is not None


@lru_cache(maxsize=20_000)
def _stems(word: str, code: str) -> frozenset[str]:
    """The singulars that a word may have, and for each a mark for its masculine and feminine forms."""
    # Plurals lose accents (carácter, caracteres). The last letter keeps its own: “falló” is not “fallo”.
    plain = word if code == "fr" else _without_accents(word[:-1]) + word[-1:]
    singulars = {plain} | {plain.removesuffix(end) + other for end, other in _ENDINGS[code] if plain.endswith(end)}
    genders = filter(None, map(_GENDERS[code].fullmatch, singulars))
    return frozenset(singulars).union(f"{match[match.lastindex or 0]}~" for match in genders)


def _without_accents(word: str) -> str:
    return "".join(each for each in unicodedata.normalize("NFD", word) if not unicodedata.combining(each))
