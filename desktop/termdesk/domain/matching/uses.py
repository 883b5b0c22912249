"""Whether a translation uses the terms of its source text, and where."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, KeysView, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import accumulate

from termdesk.domain.language.language import root
from termdesk.domain.matching.compounds import compound_heads
from termdesk.domain.matching.korean import may_be_form
from termdesk.domain.matching.lemmas import LANGUAGES
from termdesk.domain.matching.letters import OTHER_PLURALS, fold, has_other_letters, is_swiss
from termdesk.domain.matching.participles import forms_of_participle
from termdesk.domain.matching.term_keys import Lemmatize, Memo
from termdesk.domain.matching.terms import Exactness, TermHit
from termdesk.domain.matching.tokens import HYPHENS, SOFT_HYPHEN, Tokenizer, is_cut, is_other_than_abbreviation

# Two words may be forms of one word if their different endings have at most the first number of letters, and their
# common start has at least the second.
_LONGEST_ENDING = 4
_SHORTEST_STEM = 4

# The number of cached words at which the cache is emptied: about those of some thousand translations.
_MOST_IN_FAMILIES = 50_000

# Languages that add particles to the end of words, such as 을 in Korean 용어집을. Together they have at most
# `_LONGEST_PARTICLES` letters.
_PARTICLES = frozenset({"ko"})
# Languages that write articles and prepositions as prefixes of words.
_PREFIXES = frozenset({"ar", "he"})
_LONGEST_PARTICLES = 3

# Characters next to a word that are certainly not part of it.
_EDGES = frozenset(" .,:;!?()[]{}<>/%&*+=\"'«»„“”‚‘’…")

_NO_WORDS: Set[str] = frozenset()

_Position = tuple[int, int]


class TermState(StrEnum):
    """Result for a term in a translation.

    CONTRADICTED: the translation has another target of the same term. UNDECIDABLE: it is unclear whether the
    translation uses the term. For instance, one word translates two terms, or the words of a target are not adjacent.
    """

    USED = "used"
    INFLECTED = "used inflected"
    MISSED = "missed"
    CONTRADICTED = "contradicted"
    UNDECIDABLE = "not decidable"


_Place = tuple[_Position, TermState]


@dataclass(frozen=True, slots=True)
class TermUse:
    """The result for one hit.

    `found_at` is the position of the target in the translation, in code points, or that of another target that was
    used, which is `instead`. It is None if neither was found. `is_uncertain`: the surrounding words may not agree with
    the target.
    """

    hit: TermHit
    state: TermState
    found_at: tuple[int, int] | None = None
    instead: str = ""
    is_uncertain: bool = False

    @property
    def is_used(self) -> bool:
        """Whether the translation used the term in some form."""
        return self.state in (TermState.USED, TermState.INFLECTED)

    @property
    def is_missed(self) -> bool:
        """Whether the translation certainly did not use the term."""
        return self.state in (TermState.MISSED, TermState.CONTRADICTED)


def check_use(
    hits: Sequence[TermHit], translation: str, *, language: str, lemmatize: Lemmatize | None = None
) -> list[TermUse]:
    """Return for each hit whether the translation has its target: as written, in another case, or inflected.

    A position in the translation counts for one hit only. So a term that occurs twice must be used twice.
    """
    return UseChecker(language, lemmatize).check(hits, translation)


class UseChecker:
    """Checks many translations into one language, and caches what it learns about words."""

    def __init__(self, language: str, lemmatize: Lemmatize | None = None) -> None:
        self._known = _KnownWords(language, lemmatize)

    def check(self, hits: Sequence[TermHit], translation: str) -> list[TermUse]:
        """Return the same as `check_use`, faster for many translations."""
        if not hits:
            return []
        return (
            _uses_as_written(hits, translation, self._known)
            or _UseSearch(hits, _Translation(translation, self._known)).uses()
        )


def as_reported(
    uses: Sequence[TermUse], *, placed: Collection[str], missed: Collection[str], uncertain: Collection[str] = ()
) -> list[TermUse]:
    """Correct the uses by the report of a service that placed the terms itself. The report names source phrases.

    The local result is kept for terms that the report lists both as placed and as missed, and for terms that it does
    not list.
    """
    placed, missed, uncertain = set(placed), set(missed), set(uncertain)
    reported = (_as_reported(use, use.hit.source in placed, use.hit.source in missed) for use in uses)
    return [replace(use, is_uncertain=use.is_used and use.hit.source in uncertain) for use in reported]


def _as_reported(use: TermUse, is_placed: bool, is_missed: bool) -> TermUse:
    if is_missed and not is_placed:
        return use if use.is_missed else TermUse(use.hit, TermState.MISSED)
    if is_placed and not is_missed and not use.is_used:
        return TermUse(use.hit, TermState.USED)
    return use


def _uses_as_written(hits: Sequence[TermHit], text: str, known: _KnownWords) -> list[TermUse] | None:
    """The uses of all hits if the translation has each target as in the glossary.

    This is fast, because the translation is not split into words. None if a target is missing, or if comparing
    characters is not enough. That is so for spaces other than single ones, hyphens, and letters that change length when
    folded.
    """
    spelled = known.tokenizer.normalize(text)
    folded = fold(spelled)
    targets = [known.plain_targets[hit.target] for hit in hits]
    different = set(targets)
    if not all(target and target in folded for target in different) or any(hit.others for hit in hits):
        return None
    has_signs = SOFT_HYPHEN in text or any(hyphen in text for hyphen in HYPHENS)
    if has_signs or not len(folded) == len(spelled) == len(text) or text.split() != text.split(" "):
        return None
    found: dict[int, _Position] = {}
    taken = _TakenCharacters(text)
    places = {target: _certain_places(target, folded, spelled) for target in different}
    for number in sorted(range(len(hits)), key=lambda each: -targets[each].count(" ")):
        # What was not free for an earlier hit never is again, so the search goes on where it stopped.
        position = next(filter(taken.is_free, places[targets[number]]), None)
        if position is None or _is_other_target(text[slice(*position)], hits[number], known.tokenizer.language):
            return None
        taken.take(position)
        found[number] = position
    return [TermUse(hit, TermState.USED, found[number]) for number, hit in enumerate(hits)]


def _certain_places(target: str, folded: str, text: str) -> Iterator[_Position]:
    """The positions of a target in a text, up to the first one where it is not certain that whole words are there."""
    start = folded.find(target)
    while start >= 0:
        end = start + len(target)
        around = text[max(0, start - 1) : start] + text[end : end + 1]
        if not _EDGES.issuperset(around) or is_cut(text, start, end) or fold(text[start:end]) != target:
            return
        yield start, end
        start = folded.find(target, end)


class _TakenCharacters:
    """The characters of a text that count for some hit already."""

    def __init__(self, text: str) -> None:
        self._marks = bytearray(len(text))

    def is_free(self, position: _Position) -> bool:
        """Whether no character at a position is taken."""
        return self._marks.find(1, *position) < 0

    def take(self, position: _Position) -> None:
        """Mark the characters at a position as taken."""
        start, end = position
        self._marks[start:end] = b"\1" * (end - start)


class _Ranges:
    """Ranges of a text, sorted, so that one around a position is found without a look at each."""

    def __init__(self, ranges: Iterable[_Position]) -> None:
        ordered = sorted(ranges)
        self._starts = [start for start, _ in ordered]
        # For each range, the last end of all ranges up to it.
        self._ends = list(accumulate((end for _, end in ordered), max))

    def has_longer_around(self, position: _Position) -> bool:
        """Whether a range contains a position and is longer than it."""
        start, end = position
        before, up_to = bisect_left(self._starts, start), bisect_right(self._starts, start)
        return (before > 0 and self._ends[before - 1] >= end) or (up_to > 0 and self._ends[up_to - 1] > end)


class _UseSearch:
    """The search for the targets of some hits in one translation."""

    def __init__(self, hits: Sequence[TermHit], translation: _Translation) -> None:
        self._hits = hits
        self._translation = translation
        self._taken = _TakenCharacters(translation.text)
        # The free positions of each target, shared by all hits that search for it in the same way. What was not free
        # for an earlier hit never is again, so the search goes on where it stopped.
        self._places: dict[tuple[str, tuple[str, ...], bool], Iterator[_Place]] = {}
        self._is_open = Memo[bool](lambda target: translation.has_apart(target) or translation.may_have(target))

    def uses(self) -> list[TermUse]:
        """The use of each hit, in order."""
        found: dict[int, TermUse] = {}
        # The longest target first: "bomba" must not take a word of "bomba de combustible".
        lengths = [self._translation.length(hit.target) for hit in self._hits]
        for number in sorted(range(len(lengths)), key=lambda each: -lengths[each]):
            if use := self._find_use(self._hits[number]):
                found[number] = use
        if len(found) == len(lengths):
            return [found[number] for number in range(len(lengths))]
        used: dict[str, set[str]] = {}
        for use in found.values():
            used.setdefault(fold(use.hit.target), set()).add(fold(use.hit.source))
        return [found.get(number) or self._not_used(hit, used) for number, hit in enumerate(self._hits)]

    def _find_use(self, hit: TermHit) -> TermUse | None:
        place = self._take_place(hit, hit.target, hit.others)
        return TermUse(hit, place[1], place[0]) if place else None

    def _not_used(self, hit: TermHit, used: Mapping[str, Set[str]]) -> TermUse:
        """The use of a hit whose target was not found. `used` has the sources of each used target, all folded."""
        for other in hit.others:
            if place := self._take_place(hit, other, ()):
                return TermUse(hit, TermState.CONTRADICTED, place[0], other)
        if used and (sources := used.get(fold(hit.target))):
            source = fold(hit.source)
            if any(source != each for each in sources):
                return TermUse(hit, TermState.UNDECIDABLE)
        return TermUse(hit, TermState.UNDECIDABLE if self._is_open[hit.target] else TermState.MISSED)

    def _take_place(self, hit: TermHit, target: str, others: tuple[str, ...]) -> _Place | None:
        """Take the most certain free position of `target`, one of the hit's targets.

        Positions inside a longer target of `others` are left out.
        """
        key = target, others, _is_in_capitals(hit)
        places = self._places.get(key)
        if places is None:
            places = self._places[key] = _free_places(hit, target, others, self._translation, self._taken)
        place = next(places, None)
        if place:
            self._taken.take(place[0])
        return place


# A function, not a method: a search that keeps generators of its own methods would be a reference cycle.
def _free_places(
    hit: TermHit, target: str, others: Sequence[str], translation: _Translation, taken: _TakenCharacters
) -> Iterator[_Place]:
    around: _Ranges | None = None
    for position, state in translation.positions(target):
        if not taken.is_free(position) or _is_other_word(translation.text[slice(*position)], hit, target):
            continue
        if others:
            around = around or _Ranges(found for other in others for found, _ in translation.positions(other))
            if around.has_longer_around(position):
                continue
        yield position, state


def _is_other_target(written: str, hit: TermHit, language: str) -> bool:
    """Whether `written` differs from the target of a hit, although both fold to the same text."""
    return _is_other_word(written, hit, hit.target) or has_other_letters(written, hit.target, language)


def _is_other_word(written: str, hit: TermHit, target: str) -> bool:
    """Whether a target is an abbreviation in capitals, and `written` is a word with other capitalization."""
    return not _is_in_capitals(hit) and is_other_than_abbreviation(written, target)


def _is_in_capitals(hit: TermHit) -> bool:
    """Whether the dictionary is probably all in capitals, so that capitals do not indicate abbreviations."""
    return hit.exactness is Exactness.OTHER_CASE and hit.source.isupper()


class _KnownWords:
    """Cached properties of the words and phrases of a language."""

    def __init__(self, language: str, lemmatize: Lemmatize | None) -> None:
        self.language = root(language)
        self.heads = compound_heads(language) if lemmatize else None
        self.tokenizer = tokenizer = Tokenizer(language)
        # Folded base forms; without a list, a word is its own base form.
        self.base = base = Memo[str](lambda word: fold(lemmatize(word)) if lemmatize else word)
        # The word list has German nouns with a capital.
        self.has_noun_capitals = root(language) == "de" and lemmatize is not None
        self.base_of_noun = noun = Memo[str](lambda word: base[word.capitalize()])
        self.families = _Families(language, base, noun if self.has_noun_capitals else base)
        # The folded target if it consists of words with single spaces; otherwise an empty text.
        self.plain_targets = Memo[str](lambda phrase: _plain(phrase, tokenizer))
        # The folded words of a phrase, in each of its spellings.
        self.spellings_of = Memo[list[list[str]]](
            lambda phrase: [[fold(word) for word in words] for words in tokenizer.spellings(phrase)]
        )


def _plain(phrase: str, tokenizer: Tokenizer) -> str:
    spelled = tokenizer.normalize(phrase)
    return fold(spelled) if tokenizer.is_plain(spelled) else ""


class _Families:
    """The words of all translations, by their base form and by their first letters."""

    def __init__(self, language: str, base: Memo[str], base_of_noun: Memo[str]) -> None:
        self._language = language
        self._has_prefixes = root(language) == "he"
        self._base = base
        self._base_of_noun = base_of_noun
        self._words: set[str] = set()
        self._by_base: dict[str, set[str]] = {}
        self._by_beginning: dict[str, set[str]] = {}

    def add(self, words: Mapping[str, str]) -> None:
        """Add the words of a translation, each with its folded form."""
        if len(self._words) > _MOST_IN_FAMILIES:
            for each in (self._words, self._by_base, self._by_beginning):
                each.clear()
        new = words.keys() - self._words
        for word in new:
            self._by_base.setdefault(self._base[word], set()).add(word)
            folded = words[word]
            self._by_beginning.setdefault(folded[:_SHORTEST_STEM], set()).add(folded)
        self._words |= new

    def forms(self, word: str, words: Mapping[str, str], folded: KeysView[str]) -> set[str]:
        """The words of a translation, folded, that are probably forms of `word`; `words` maps words to their folded
        form.
        """
        found: set[str] = set()
        for base in {self._base[word], self._base_of_noun[word]}:
            if of_base := self._by_base.get(base):
                same = words.keys() & of_base
                # In Hebrew, what looks like an article may be part of the term.
                found.update(words[each] for each in same if not self._has_prefixes or each.endswith(word))
        if word in OTHER_PLURALS:
            found.update(folded & {OTHER_PLURALS[word]})
        others = folded & self._by_beginning.get(word[:_SHORTEST_STEM], _NO_WORDS)
        found.update(each for each in others if _has_other_ending(each, word))
        participles = forms_of_participle(word, self._base[word], self._language)
        return {each for each in found if participles.fullmatch(each)} if participles else found


class _Translation:
    """A translation in which phrases are searched."""

    def __init__(self, text: str, known: _KnownWords) -> None:
        self.text = text
        self._known = known
        self._is_unspaced = known.tokenizer.is_unspaced
        self._tokens = tokens = known.tokenizer.restore_accents(known.tokenizer.tokens(text))
        if not self._is_unspaced:
            tokens = tokens.without_hyphens()
        self._has_hyphens = tokens is not self._tokens
        self._written = tokens.words
        self._spans = tokens.spans
        self._words = tokens.folded
        self._at = _positions_of(self._words)
        self._forms: dict[str, set[str]] = {}

    def length(self, phrase: str) -> int:
        """The number of tokens of a phrase."""
        return len(self._known.spellings_of[phrase][0])

    def has_apart(self, phrase: str) -> bool:
        """Whether a phrase has several words, and all occur in some form, perhaps not side by side."""
        words = set(self._known.spellings_of[phrase][0])
        return len(words) > 1 and not self._is_unspaced and all(map(self._forms_of, words))

    def may_have(self, phrase: str) -> bool:
        """Whether each word of a phrase is part of a longer word, in a language with unknown inflection."""
        language = self._known.language
        if self._is_unspaced or (language in LANGUAGES and language not in _PREFIXES):
            return False
        words = self._known.spellings_of[phrase][0]
        return bool(words) and all(any(word in each and word != each for each in self._at) for word in words)

    def positions(self, phrase: str) -> Iterator[_Place]:
        """The positions of a phrase, most certain first."""
        language = self._known.tokenizer.language
        for position, state in self._likely_places(phrase):
            if is_cut(self.text, *position):
                continue
            if not has_other_letters(self.text[slice(*position)], phrase, language) or self._is_swiss:
                yield position, state

    @cached_property
    def _is_swiss(self) -> bool:
        return is_swiss(self.text, self._known.tokenizer.language)

    def _likely_places(self, phrase: str) -> Iterator[_Place]:
        """The positions of a phrase, without a look at the text around them."""
        spellings = self._known.spellings_of[phrase]
        words = spellings[0]
        if not words:
            return
        for position in _runs(words, self._words, self._spans, self._at):
            yield position, TermState.USED
        if self._has_hyphens or len(spellings) > 1:
            yield from self._positions_in_other_spelling(spellings)
        if self._is_unspaced:
            return
        yield from self._compound_positions(words)
        for start in sorted(position for form in self._forms_of(words[0]) for position in self._at[form]):
            window = self._words[start : start + len(words)]
            if len(window) == len(words) and all(map(self._is_form, window, words)):
                yield self._span(start, len(words)), TermState.INFLECTED

    def _positions_in_other_spelling(self, spellings: Sequence[Sequence[str]]) -> Iterator[_Place]:
        """Positions where only hyphens differ: “Not-Schalter” and “Notschalter”, “email” and “e-mail”."""
        folded, spans, at = self._closed
        for words in spellings:
            for position in _runs(words, folded, spans, at):
                yield position, TermState.USED

    @cached_property
    def _closed(self) -> tuple[list[str], Sequence[_Position], dict[str, list[int]]]:
        """Folded words with hyphenated words joined, their positions in the text, and the indexes of each word."""
        tokens = self._tokens.join_hyphenated()
        folded = tokens.folded
        return folded, tokens.spans, _positions_of(folded)

    def _compound_positions(self, words: Sequence[str]) -> Iterator[_Place]:
        """Positions where a single word is the last part of a compound, in this form or in its base form."""
        heads = self._known.heads
        if heads is None or len(words) > 1:
            return
        [word] = words
        for each, positions in self._at.items():
            forms = (each, self._known.base_of_noun[each]) if len(each) > len(word) else ()
            if any(form.endswith(word) and word in heads(form) for form in forms):
                for position in positions:
                    yield self._span(position, 1), TermState.INFLECTED

    def _span(self, position: int, count: int) -> _Position:
        return self._spans[position][0], self._spans[position + count - 1][1]

    def _forms_of(self, word: str) -> set[str]:
        """The words of the translation that are probably forms of `word`."""
        known = self._forms.get(word)
        if known is None:
            folded, families = self._at.keys(), self._known.families
            if not self._forms:
                families.add(self._folded)
            known = self._forms[word] = families.forms(word, self._folded, folded)
            if self._known.language in _PARTICLES:
                known.update(
                    each
                    for each in folded
                    if 0 <= len(each) - len(word) <= _LONGEST_PARTICLES
                    and each.startswith(word)
                    and (each == word or may_be_form(each, word))
                )
        return known

    @cached_property
    def _folded(self) -> dict[str, str]:
        """The folded words of the translation, by the word whose base form is looked up: with its capitals if the list
        needs them.
        """
        return dict(zip(self._written if self._known.has_noun_capitals else self._words, self._words, strict=True))

    def _is_form(self, word: str, phrase: str) -> bool:
        return word in self._forms_of(phrase)


def _positions_of(words: Sequence[str]) -> dict[str, list[int]]:
    positions: dict[str, list[int]] = {}
    for position, word in enumerate(words):
        if word in positions:
            positions[word].append(position)
        else:
            positions[word] = [position]
    return positions


def _runs(
    phrase: Sequence[str], words: Sequence[str], spans: Sequence[_Position], at: Mapping[str, Sequence[int]]
) -> Iterator[_Position]:
    """The exact positions of a phrase among the words of a text."""
    count = len(phrase)
    for position in at.get(phrase[0], ()):
        if words[position : position + count] == phrase:
            yield spans[position][0], spans[position + count - 1][1]


def _has_other_ending(word: str, phrase: str) -> bool:
    """Whether two words have a long common start and short endings."""
    common = 0
    for one, other in zip(word, phrase, strict=False):
        if one != other:
            break
        common += 1
    longest = max(len(word), len(phrase))
    return common >= _SHORTEST_STEM and longest - common <= min(_LONGEST_ENDING, common // 2)
