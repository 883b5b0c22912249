"""Base forms of words, so that “circuit breakers” finds “circuit breaker”.

The list of a language takes 20 to 350 MB of memory. Its packed form takes 1 to 42 MB and gives the same results, but a
word takes ten times as long. The first word of a language loads the list in the calling thread. That takes 0.1 to 5 s
the first time, and some milliseconds later if a store keeps the packed form. Never call it on the GUI thread or in a
service's event loop.
"""

from __future__ import annotations

import contextlib
import re
import threading
import time
import weakref
from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Protocol

from termdesk.domain.language.composition import compose
from termdesk.domain.language.language import root
from termdesk.domain.matching.korean import without_particle
from termdesk.domain.matching.packed_base_forms import PackedBaseForms, pack_base_forms
from termdesk.domain.matching.term_keys import Lemmatize

# The service's languages that simplemma supports.
LANGUAGES = frozenset(
    "ar bg cs da de el en es et fi fr hu id it lt lv nb nl pl pt ro ru sk sl sv tr uk".split()  # noqa: SIM905
)
# How many base forms are cached for each language. A text has some thousand different words, and an index looks up each
# of its own words once.
_WORDS_KEPT = 20_000
SECONDS_TO_STORING = 1.0
# The least length of words to look up. Shorter words are mostly names and codes, which the lists sometimes map to other
# words.
_SHORTEST = 4
# Plurals of acronyms: APIs, PDFs, MP3s. The lists have few of these.
_ACRONYMS = re.compile("[A-Z][A-Z0-9]+s")
# Languages in which a plural in -s often looks like a form of a verb: the French list has “vanner” as the base form of
# “vannes”.
_PLURALS_LIKE_VERBS = frozenset({"es", "fr", "pt"})
_PLURAL_WITHOUT_ACCENT = re.compile("(\\w+)([aeiou])nes")
_ACUTE = str.maketrans("aeiou", "áéíóú")
# An apostrophe that counts as a letter, in Ukrainian.
_LETTER_APOSTROPHE = "\u02bc"

# The Hebrew prefixes “and”, “the” and “to”. At least five letters must remain, because what remains is often another
# word if it is shorter, as in הפסקה and פסקה. Other prefixes are left out, because they are mostly part of the word:
# במיוחד.
_PREFIX = re.compile("^ו?[הל]?(?=[\u05d0-\u05ea]{5})")


class BaseFormStore(Protocol):
    """Keeps packed lists of base forms. It may lose them, because they can be made again at any time."""

    def load(self, code: str, version: str) -> bytes | None:
        """Return the list of a language in this version, or None."""

    def save(self, code: str, version: str, content: bytes) -> None:
        """Keep a list in place of those of other versions. Failures are ignored."""


class Lemmatizers:
    """Base forms for the `most_languages` most recently used languages; the lists of others are released."""

    def __init__(
        self,
        *,
        most_languages: int = 2,
        low_memory: bool = False,
        store: BaseFormStore | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`store` keeps lists in a form that loads in some milliseconds."""
        self._most_languages = most_languages
        self._low_memory = low_memory
        self._store = store
        self._clock = clock
        self._kept: OrderedDict[str, tuple[Lemmatize, float]] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, language: str) -> Lemmatize | None:
        """A function that returns the base form of a word of this language; None without a list. Loads nothing yet.

        Korean and Hebrew need no list: their base forms are the words without particles and prefixes.
        """
        code = root(language)
        if code in _BY_RULE:
            return _BY_RULE[code]
        if code not in LANGUAGES:
            return None
        with self._lock:
            known = self._kept.pop(code, None)
            lemmatize = known[0] if known else _lemmatizer(code, partial(self._list, code))
            self._kept[code] = lemmatize, self._clock()
            while len(self._kept) > self._most_languages:
                self._kept.popitem(last=False)
        return lemmatize

    def _list(self, code: str) -> Mapping[str, str]:
        from simplemma import __version__
        from simplemma.strategies.dictionaries import DefaultDictionaryFactory, StreamDictionaryFactory

        if self._store is not None and (content := self._store.load(code, __version__)) is not None:
            # If the packed list is damaged, unpack the original and store it again.
            with contextlib.suppress(ValueError):
                return PackedBaseForms(content)
        # Use our own dictionaries: the package never releases its own.
        factory = StreamDictionaryFactory() if self._low_memory else DefaultDictionaryFactory()
        found = factory.get_dictionary(code)
        if (store := self._store) is not None:
            # Wait, so that packing does not slow down the text for which the list was loaded.
            storing = threading.Timer(SECONDS_TO_STORING, lambda: store.save(code, __version__, pack_base_forms(found)))
            storing.daemon = True
            storing.start()
        return found

    def lasting_lemmatizer(self, language: str) -> Lemmatize | None:
        """Like `of`, for callers that keep the function longer than a list: a released list is loaded again when
        needed.
        """
        lemmatize = self.of(language)
        if lemmatize is None:
            return None
        known = weakref.ref(lemmatize)

        def lemma(word: str) -> str:
            nonlocal known
            lemmatize = known()
            if lemmatize is None:
                lemmatize = self.of(language)
                assert lemmatize is not None, "it had a list before"
                known = weakref.ref(lemmatize)
            return lemmatize(word)

        return lemma

    def drop_idle(self, seconds: float) -> None:
        """Release the lists that were not used for this many seconds; they are loaded again on demand."""
        with self._lock:
            for code, (_, used) in list(self._kept.items()):
                if self._clock() - used > seconds:
                    del self._kept[code]


def _without_prefix(word: str) -> str:
    return _PREFIX.sub("", word)


_BY_RULE: dict[str, Lemmatize] = {"he": _without_prefix, "ko": without_particle}


def _lemmatizer(code: str, load_list: Callable[[], Mapping[str, str]]) -> Lemmatize:
    loaded: list[Lemmatize] = []
    loading = threading.Lock()

    def load() -> Lemmatize:
        with loading:
            if not loaded:
                loaded.append(_make_lookup(load_list(), code))
        return loaded[0]

    @lru_cache(maxsize=_WORDS_KEPT)
    def lemma(word: str) -> str:
        # Test for lower case first: most words are, and the pattern takes five times as long.
        if not word.islower() and _ACRONYMS.fullmatch(word):
            return word[:-1]
        if len(word) < _SHORTEST:
            return word
        listed = loaded[0] if loaded else load()
        # The lists are in composed form.
        return listed(compose(word))

    return lemma


def _noun(word: str, base: str, lemma: Lemmatize, listed: Mapping[str, str]) -> str:
    """The base form of a word; the singular if the word may be a plural and the list takes it for a verb.

    The list must have the singular as a word. Terms are rarely verbs in the second person, and without this “vannes”
    would not be a form of “vanne”.
    """
    if not word.endswith("s") or not base.endswith("r"):
        return base
    if base.endswith("ar") and (plural := _PLURAL_WITHOUT_ACCENT.fullmatch(word)):
        # Spanish: ratones, ratón.
        accented = f"{plural[1]}{plural[2].translate(_ACUTE)}n"
        if listed.get(accented) == accented:
            return accented
    singular = word[:-1]
    return singular if not singular.endswith("s") and lemma(singular) == singular else base


class _OneList:
    """A factory of dictionaries for the package that has only this one list."""

    def __init__(self, listed: Mapping[str, str]) -> None:
        self._listed = listed

    def get_dictionary(self, lang: str) -> Mapping[str, str]:
        return self._listed


def _make_lookup(listed: Mapping[str, str], code: str) -> Lemmatize:
    from simplemma.strategies import DefaultStrategy, DictionaryLookupStrategy
    from simplemma.utils import CANON_LANGS

    factory = _OneList(listed)
    looked_up = DictionaryLookupStrategy(factory).get_lemma
    worked_out = DefaultStrategy(dictionary_factory=factory).get_lemma
    letters_worked_out = _steps_for_letters(factory, code)
    # The package looks up the words of some languages in another spelling.
    is_listed_as_written = code not in CANON_LANGS

    def lemma(word: str) -> str:
        if word.isnumeric():
            return word
        if is_listed_as_written:
            if base := listed.get(word):
                return base
            # This gives the same result as `simplemma.lemmatize`. For listed words it is five times as fast, and for
            # others twice.
            if word.isalpha() and _LETTER_APOSTROPHE not in word:
                if base := listed.get(word.lower() if word[:1].isupper() else word.capitalize()):
                    return base
                for work_out in letters_worked_out:
                    if base := work_out(word):
                        return base
                return word.lower()
        # `worked_out` itself looks up words of letters first, so only other words need `looked_up`.
        return (not word.isalpha() and looked_up(word, code)) or worked_out(word, code) or word.lower()

    if code in _PLURALS_LIKE_VERBS:
        return lambda word: _noun(word, lemma(word), lemma, listed)
    # The Dutch list has some verbs with a mark behind the prefix: aan_passen.
    return (lambda word: lemma(word).replace("_", "")) if code == "nl" else lemma


def _steps_for_letters(factory: _OneList, code: str) -> list[Callable[[str], str | None]]:
    """The steps of the package for words that it does not list, in its order.

    Steps for hyphens and apostrophes are left out, and those that do nothing in this language.
    """
    from simplemma.strategies import (
        DictionaryLookupStrategy,
        affix_decomposition,
        clitic_decomposition,
        defaultprefixes,
        defaultrules,
        morpheme_decomposition,
        prefix_decomposition,
    )

    lookup = DictionaryLookupStrategy(factory)
    steps: list[Callable[[str], str | None]] = []
    if any(map(str.isalpha, clitic_decomposition.CLITIC_LANGS.get(code, ()))):
        clitics = clitic_decomposition.CliticDecompositionStrategy(lookup)
        steps.append(lambda word: clitics.get_lemma(word, code))
    if code in defaultrules.RULE_FUNCTIONS:
        steps.append(defaultrules.RULE_FUNCTIONS[code])
    if code in defaultprefixes.DEFAULT_KNOWN_PREFIXES:
        prefixes = prefix_decomposition.PrefixDecompositionStrategy(dictionary_lookup=lookup)
        steps.append(lambda word: prefixes.get_lemma(word, code))
    if code in affix_decomposition.AFFIX_LANGS:
        affixes = affix_decomposition.AffixDecompositionStrategy(greedy=False, dictionary_lookup=lookup)
        steps.append(lambda word: affixes.get_lemma(word, code))
    if code in morpheme_decomposition.MORPHEME_LANGS:
        morphemes = morpheme_decomposition.MorphemeDecompositionStrategy(lookup)
        steps.append(lambda word: morphemes.get_lemma(word, code))
    return steps
