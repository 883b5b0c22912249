"""Lists of base forms, unpacked once for all tests of a process instead of once for each program and service."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache, partial
from typing import Any

# The lists for the languages of most tests take 20 to 90 MB each.
MOST_LISTS = 4


@cache
def share_word_lists() -> None:
    """Let all code in this process, and in processes forked from it, share one list per language."""
    from simplemma.strategies import DefaultDictionaryFactory, StreamDictionaryFactory

    for factory in (DefaultDictionaryFactory, StreamDictionaryFactory):
        _share(factory)


def unpack_lists(*languages: str) -> None:
    """Unpack lists now, so that processes forked later share them."""
    from simplemma.strategies import DefaultDictionaryFactory

    share_word_lists()
    for language in languages:
        DefaultDictionaryFactory().get_dictionary(language)


def _share(factory: Any) -> None:
    unpack = lru_cache(MOST_LISTS)(partial(factory._get_dictionary_uncached, factory()))

    def shared(_factory: object, language: str) -> Mapping[str, str]:
        return unpack(language)

    factory._get_dictionary_uncached = shared
