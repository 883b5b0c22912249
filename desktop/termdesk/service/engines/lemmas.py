"""Base forms of words as the service looks them up: fast, in the languages that were used in the last minutes."""

from __future__ import annotations

import importlib

from termdesk.domain.matching.lemmas import Lemmatisers
from termdesk.domain.matching.term_keys import Lemmatise

# A list takes 20 to 350 MB: it is given back when nobody has asked for so long.
SECONDS_KEPT = 300.0

_LEMMATISERS = Lemmatisers(most_languages=2)


def lemmatiser(language: str) -> Lemmatise | None:
    """The base form of a word of this language, or None where nothing knows it.

    The first word of a language loads its list: 0.1 to 5 s, in the thread that asks.
    """
    return _LEMMATISERS.of(language)


def prepare() -> None:
    """Import what base forms need, in a thread: the first text would wait for it else. Loads no list."""
    importlib.import_module("simplemma.strategies")


def end_idle() -> None:
    """Give back the lists that nobody has asked for in the last minutes."""
    _LEMMATISERS.drop_idle(SECONDS_KEPT)
