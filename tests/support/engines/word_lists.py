"""Lists of base forms, unpacked once for all tests of a process: each program and service in a test loads its own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache, partial
from typing import Any

# A list takes 20 to 90 MB in the languages of most tests.
MOST_LISTS = 4


@cache
def share_word_lists() -> None:
    """Give everybody in this process, and in those forked from it, the same list of a language."""
    from simplemma.strategies import DefaultDictionaryFactory, StreamDictionaryFactory

    for factory in (DefaultDictionaryFactory, StreamDictionaryFactory):
        _share(factory)


def unpack_lists(*languages: str) -> None:
    """Unpack lists now, as the processes forked later will use them."""
    from simplemma.strategies import DefaultDictionaryFactory

    share_word_lists()
    for language in languages:
        DefaultDictionaryFactory().get_dictionary(language)


def _share(factory: Any) -> None:
    unpack = lru_cache(MOST_LISTS)(partial(factory._get_dictionary_uncached, factory()))

    def shared(_factory: object, language: str) -> Mapping[str, str]:
        return unpack(language)

    factory._get_dictionary_uncached = shared
