"""Base forms of words for the service: fast for languages used in the last minutes."""

from __future__ import annotations

import importlib

from termdesk.domain.matching.lemmas import Lemmatizers
from termdesk.domain.matching.term_keys import Lemmatize
from termdesk.service.engines.base_form_files import BaseFormFiles, cache_folder

# A list takes 20 to 350 MB and is released after this time without use.
SECONDS_KEPT = 300.0


_LEMMATIZERS = Lemmatizers(most_languages=2, store=BaseFormFiles(cache_folder))


def lemmatizer(language: str) -> Lemmatize | None:
    """Return a function that gives a word's base form in this language, or None if it is unknown.

    The first word of a language loads its list: some milliseconds, or 0.1 to 5 s for the first time on this computer,
    in the calling thread.
    """
    return _LEMMATIZERS.of(language)


def lasting_lemmatizer(language: str) -> Lemmatize | None:
    """Like `lemmatizer`, for callers that keep the function longer than the list may be kept."""
    return _LEMMATIZERS.lasting_lemmatizer(language)


def prepare() -> None:
    """Import the library, in a thread, so that the first text need not wait for it. Loads no list."""
    importlib.import_module("simplemma.strategies")


def end_idle() -> None:
    """Release the lists that were not used in the last minutes."""
    _LEMMATIZERS.drop_idle(SECONDS_KEPT)
