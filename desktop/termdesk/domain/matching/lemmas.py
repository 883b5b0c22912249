"""Base forms of words, so that “Circuit breakers” finds “circuit breaker”.

A list of base forms takes 20 to 350 MB read in full, or 1 to 42 MB where words are looked up in its packed form; the
latter is ten times slower and gives the same answers. The first word of a language loads its list: 0.1 to 5 s, in the
thread that asks. Never on the thread of a window or of a service's loop.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache

from termdesk.domain.language.composition import composed
from termdesk.domain.language.language import root
from termdesk.domain.matching.term_keys import Lemmatise

# What simplemma knows of the service's languages.
LANGUAGES = frozenset(
    "ar bg cs da de el en es et fi fr hu id it lt lv nb nl pl pt ro ru sk sl sv tr uk".split()  # noqa: SIM905
)
# A text has some thousand different words; an index asks for each of its words once.
_WORDS_KEPT = 20_000
# Short words and capitals are mostly names and codes; the lists turn some into something else.
_SHORTEST = 4


class Lemmatisers:
    """Base forms in the languages in use last, `most_languages` of them; lists of others are given back."""

    def __init__(
        self, *, most_languages: int = 2, low_memory: bool = False, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most_languages = most_languages
        self._low_memory = low_memory
        self._clock = clock
        self._kept: OrderedDict[str, tuple[Lemmatise, float]] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, language: str) -> Lemmatise | None:
        """The base form of a word of this language, or None where nothing knows it. Loads nothing yet."""
        code = root(language)
        if code not in LANGUAGES:
            return None
        with self._lock:
            known = self._kept.pop(code, None)
            lemmatise = known[0] if known else _lemmatiser(code, low_memory=self._low_memory)
            self._kept[code] = lemmatise, self._clock()
            while len(self._kept) > self._most_languages:
                self._kept.popitem(last=False)
        return lemmatise

    def drop_idle(self, seconds: float) -> None:
        """Give back the lists that were not asked for in so many seconds; they are loaded again when needed."""
        with self._lock:
            for code, (_, used) in list(self._kept.items()):
                if self._clock() - used > seconds:
                    del self._kept[code]


def _lemmatiser(code: str, *, low_memory: bool) -> Lemmatise:
    loaded: list[Lemmatise] = []
    loading = threading.Lock()

    def load() -> Lemmatise:
        with loading:
            if not loaded:
                loaded.append(_loaded(code, low_memory=low_memory))
        return loaded[0]

    @lru_cache(maxsize=_WORDS_KEPT)
    def lemma(word: str) -> str:
        if len(word) < _SHORTEST:
            return word
        # The lists are in composed characters.
        return (loaded[0] if loaded else load())(composed(word))

    return lemma


def _loaded(code: str, *, low_memory: bool) -> Lemmatise:
    from simplemma.strategies import DefaultStrategy, DictionaryLookupStrategy
    from simplemma.strategies.dictionaries import DefaultDictionaryFactory, StreamDictionaryFactory

    # Dictionaries of its own, not those that the package keeps for as long as the process lives.
    factory = StreamDictionaryFactory() if low_memory else DefaultDictionaryFactory()
    looked_up = DictionaryLookupStrategy(factory).get_lemma
    worked_out = DefaultStrategy(dictionary_factory=factory).get_lemma
    factory.get_dictionary(code)

    def lemma(word: str) -> str:
        if word.isnumeric():
            return word
        # As `simplemma.lemmatize` does for words without an apostrophe, at a third of the time for words in the list.
        return looked_up(word, code) or worked_out(word, code) or word.lower()

    return lemma
