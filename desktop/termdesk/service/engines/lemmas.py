"""Base forms of words, so that “Circuit breakers” finds “circuit breaker”."""

from __future__ import annotations

from functools import lru_cache

from termdesk.domain.language import root
from termdesk.domain.terms import Lemmatise

# What simplemma knows of the service's languages.
_KNOWN = frozenset(
    "ar bg cs da de el en es et fi fr hu id it lt lv nb nl pl pt ro ru sk sl sv tr uk".split()  # noqa: SIM905
)


def lemmatiser(language: str) -> Lemmatise | None:
    """The base form of a word of this language, or None where nothing knows it.

    The first word of a language loads its list: 0.1 to 2.8 s, in the thread that asks.
    """
    code = root(language)
    return _of_language(code) if code in _KNOWN else None


@lru_cache(maxsize=4)
def _of_language(code: str) -> Lemmatise:
    import simplemma

    @lru_cache(maxsize=200_000)
    def lemma(word: str) -> str:
        # Short words and capitals are mostly names and codes; the lists turn some into something else.
        return word if len(word) < 4 else simplemma.lemmatize(word, lang=code)

    return lemma
