"""Lists of base forms, unpacked once for all tests of a process instead of once for each program and service."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache, partial
from typing import Any

from termdesk.domain.matching.lemmas import Lemmatizers
from termdesk.service.engines.base_form_files import BaseFormFiles, cache_folder

# Languages whose lists most test queues need. Packing a list takes as long as unpacking it.
STORED = frozenset({"de", "en", "es", "fr", "it", "pt"})
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


class _OftenUsed(BaseFormFiles):
    """Keeps the lists of the languages that most test queues need, and loads any."""

    def save(self, code: str, version: str, content: bytes) -> None:
        if code in STORED:
            super().save(code, version, content)


def stored_lemmatizers(most_languages: int) -> Lemmatizers:
    """Return lemmatizers that load the packed lists which all test queues share. The lists of others are shared too."""
    share_word_lists()
    return Lemmatizers(most_languages=most_languages, store=_OftenUsed(cache_folder))


def _share(factory: Any) -> None:
    unpack = lru_cache(MOST_LISTS)(partial(factory._get_dictionary_uncached, factory()))

    def shared(_factory: object, language: str) -> Mapping[str, str]:
        return unpack(language)

    factory._get_dictionary_uncached = shared
