"""Articles in phrases: “las bombas” and “una bomba” are other forms of “la bomba”, and so is “bomba” alone.

Prepositions that are written as one word with an article count as the preposition: “del” and “de los” are both “de”.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from termdesk.domain.language.composition import fold, fold_without_marks
from termdesk.domain.language.language import root

_ARTICLES = {
    "da": "en et den det de",
    "de": "der die das den dem des ein eine einen einem einer eines",
    "el": "ο η το οι τα τον την του της των τους τις ένας μία ένα",
    "en": "the a an",
    "es": "el la los las un una unos unas",
    "fr": "le la les l un une",
    "hu": "a az egy",
    "it": "il lo la i gli le l un uno una",
    "nb": "en et ei den det de",
    "nl": "de het een",
    "pt": "o a os as um uma uns umas",
    "sv": "en ett den det de",
}
# Prepositions, each with its contractions with articles.
_CONTRACTIONS = {
    "de": "in im ins, an am ans, zu zum zur, von vom, bei beim, auf aufs",
    "es": "de del, a al",
    "fr": "de du des d, à au aux",
    "it": (
        "di del dello della dei degli delle dell d, a al allo alla ai agli alle all, da dal dallo dalla dai dagli dalle"
        " dall, in nel nello nella nei negli nelle nell, su sul sullo sulla sui sugli sulle sull"
    ),
    "pt": "de do da dos das dum duma, em no na nos nas num numa, à ao aos às, por pelo pela pelos pelas",
}
# These are articles only at the start of a phrase; elsewhere they are a preposition with an article.
_ONLY_FIRST = {"fr": "des du"}
# At the start of a Portuguese phrase, “a” is an article only before a word that looks feminine: “a vapor”, “a bomba”.
_FIRST = {"pt": re.compile(r"(?!a\W+(?!\w+(?:a|[çs]ão|[çs]ões|dade|gem)s?\b))", re.IGNORECASE)}
_APOSTROPHE = "'"
_BY_GENDER = frozenset("an ast bg ca da de el es fr ga gl is it mk nb nl nn oc pt ro sc sq sv".split())  # noqa: SIM905
# A name such as “Los Angeles” keeps its article. German nouns all have a capital, so there it shows nothing.
_NAME = re.compile(r"[A-ZÀ-Þ]\w*\W+[A-ZÀ-Þ]")
_CAPITALS_SHOW_NOTHING = "de"
# Shorter words may be names or codes.
_SHORTEST_REST = 3


def without_first_article(phrase: str, language: str) -> str:
    """A phrase without the article at its start; empty if it has none, or only a short word is left."""
    code = root(language)
    pattern = _first_article(code)
    match = pattern.match(phrase) if pattern else None
    if match is None or (code != _CAPITALS_SHOW_NOTHING and _NAME.match(phrase)):
        return ""
    if code in _FIRST and not _FIRST[code].match(phrase):
        return ""
    rest = phrase[match.end() :]
    return rest if any(map(str.isalpha, rest)) and len(rest) >= _SHORTEST_REST else ""


def has_contraction(word: str, language: str) -> bool:
    """Whether a word in small letters is a preposition that may be written as one word with an article: de, del."""
    return bool(_prepositions(root(language)).get(word))


def is_article(word: str, language: str) -> bool:
    """Whether a word in small letters is an article, or a preposition with one: the, la, du."""
    prepositions = _prepositions(root(language))
    return word in prepositions and prepositions[word] != word


def has_articles_by_gender(language: str) -> bool:
    """Whether the form of an article depends on the gender of its noun."""
    return root(language) in _BY_GENDER


@cache
def _articles(code: str) -> frozenset[str]:
    """The folded articles of a language; Greek ones also without accents, because words are compared without them."""
    return frozenset(form(word) for word in _ARTICLES.get(code, "").split() for form in (fold, fold_without_marks))


@cache
def _first_article(code: str) -> re.Pattern[str] | None:
    if code not in _ARTICLES:
        return None
    words = [*_articles(code), *_ONLY_FIRST.get(code, "").split()]
    return re.compile(rf"\s*(?:{'|'.join(words)})(?:\s+|['’]\s*)", re.IGNORECASE)


def reduce_articles(words: Sequence[str], language: str) -> tuple[list[str], list[int]]:
    """Folded words without articles, with contractions as prepositions; and the index of each among the given words."""
    prepositions = _prepositions(root(language))
    reduced: list[str] = []
    indexes: list[int] = []
    for index, word in enumerate(words):
        if word == _APOSTROPHE and index and words[index - 1] in prepositions:
            continue
        if word := prepositions.get(word, word):
            reduced.append(word)
            indexes.append(index)
    return reduced, indexes


@cache
def _prepositions(code: str) -> Mapping[str, str]:
    """The preposition in each contraction; an empty text for each article."""
    found = dict.fromkeys(_articles(code), "")
    for group in filter(None, _CONTRACTIONS.get(code, "").split(",")):
        preposition, *contractions = group.split()
        found.update(dict.fromkeys([preposition, *contractions], preposition))
    return found
