"""The words of a translation, in which the targets of terms are searched in all their forms."""

from __future__ import annotations

from collections.abc import Iterator, KeysView, Mapping, Sequence
from functools import cached_property

from termdesk.domain.language.articles import reduce_articles
from termdesk.domain.matching import japanese
from termdesk.domain.matching.compounds import COMPOUNDING, may_be_part, without_umlauts
from termdesk.domain.matching.known_words import SHORTEST_STEM, KnownWords, TargetWord
from termdesk.domain.matching.korean import may_be_form
from termdesk.domain.matching.lemmas import LANGUAGES
from termdesk.domain.matching.letters import has_other_letters, is_swiss
from termdesk.domain.matching.prefixed_words import has_prefixes_only, may_be_prefixed
from termdesk.domain.matching.tokens import JOINT, is_cut, is_other_than_abbreviation
from termdesk.domain.matching.verbs import CLAUSE_STARTS, SeparableVerb
from termdesk.domain.matching.word_classes import is_same_class

# Two words may be forms of one word if their different endings have at most this number of letters, and their common
# start has at least `SHORTEST_STEM`.
_LONGEST_ENDING = 4
# The least length of the last part of a compound whose plural has an umlaut (Wörterbücher, Hinterräder), and the most
# consonants before the umlaut.
_SHORTEST_LAST_PART = 3
_MOST_CONSONANTS = 4

# Languages that add particles to the end of words, such as 을 in Korean 용어집을. Together they have at most
# `_LONGEST_PARTICLES` letters.
_PARTICLES = frozenset({"ko"})
# Languages that write articles and prepositions as prefixes of words.
_PREFIXES = frozenset({"ar", "he"})
_LONGEST_PARTICLES = 3

_SENTENCE_ENDS = frozenset(".!?;")
_CLAUSE_ENDS = frozenset('.!?;,:)]}"“”»…/')

# Start and end in a text, in code points.
Position = tuple[int, int]
# A position, and whether the target is inflected there.
TargetPlace = tuple[Position, bool]


class _Families:
    """The words of a translation, by their base form and by their first letters."""

    def __init__(self, words: Mapping[str, str], known: KnownWords) -> None:
        """`words` maps words to their folded form."""
        self._known = known
        self._by_base: dict[str, list[str]] = {}
        self._by_beginning: dict[str, list[str]] = {}
        base, is_hebrew = known.base, known.language == "he"
        for word, folded in words.items():
            form, beginning = base[word], folded[:SHORTEST_STEM]
            if form in self._by_base:
                self._by_base[form].append(word if is_hebrew else folded)
            else:
                self._by_base[form] = [word if is_hebrew else folded]
            if beginning in self._by_beginning:
                self._by_beginning[beginning].append(folded)
            else:
                self._by_beginning[beginning] = [folded]

    def forms(self, word: TargetWord, folded: KeysView[str]) -> set[str]:
        """The words of the translation, folded, that are probably forms of a word of a target."""
        written = word.folded
        found: set[str] = set()
        for base in word.bases:
            if base in self._by_base:
                same = self._by_base[base]
                # In Hebrew, what looks like an article may be part of the term.
                found.update(
                    same if self._known.language != "he" else (each for each in same if each.endswith(written))
                )
        if word.other_plural and word.other_plural in folded:
            found.add(word.other_plural)
        for each in self._by_beginning.get(word.beginning, ()):
            if each not in found and (_has_other_ending(each, written) or self._has_other_last_part(each, written)):
                found.add(each)
        if word.other_spellings:
            found.update(folded & word.other_spellings)
        participles = word.participles
        return {each for each in found if participles.fullmatch(each)} if participles else found

    def is_same_class(self, word: str, term: str) -> bool:
        """Whether a folded word, which may be a form of a word of a term, is not another part of speech."""
        known = self._known
        return word == term or is_same_class(term, word, known.language, known.base, known.noun)

    def _has_other_last_part(self, word: str, phrase: str) -> bool:
        """Whether two compounds differ only in the form of their last part: Adresswörterbuch, Adresswörterbücher."""
        if self._known.heads is None:
            return False
        common = _count_common(word, phrase)
        one, other = word[common : common + 1], phrase[common : common + 1]
        if one == other or without_umlauts(one) != without_umlauts(other):
            return False
        base = self._known.noun
        # The umlaut is behind at most this many consonants.
        for start in range(common - 1, max(SHORTEST_STEM, common - _MOST_CONSONANTS) - 1, -1):
            form = base[phrase[start:]]
            if len(form) >= _SHORTEST_LAST_PART and form == base[word[start:]]:
                return True
        return False


class TranslatedWords:
    """A translation in which phrases are searched."""

    def __init__(self, text: str, known: KnownWords) -> None:
        self.text = text
        self._known = known
        self._is_unspaced = known.tokenizer.is_unspaced
        self._tokens = tokens = known.tokenizer.restore_accents(known.tokenizer.tokens(text))
        if not self._is_unspaced:
            tokens = tokens.without_hyphens()
        self._has_hyphens = tokens is not self._tokens
        self._written = tokens.words
        self._spans = tokens.spans
        self._words = list(map(known.folded.__getitem__, tokens.words))
        self._at = _positions_of(self._words)
        self._forms: dict[str, set[str]] = {}
        self._similar: dict[str, set[str]] = {}

    def length(self, phrase: str) -> int:
        """The number of tokens of a phrase."""
        return len(self._known.spellings_of[phrase][0])

    def has_apart(self, phrase: str) -> bool:
        """Whether a phrase has several words, and all occur in some form, perhaps not side by side."""
        words = set(self._known.reduced[phrase] or self._known.spellings_of[phrase][0])
        return len(words) > 1 and not self._is_unspaced and all(map(self._similar_to, words))

    def may_have(self, phrase: str) -> bool:
        """Whether each word of a phrase occurs in a form that may also be another word, or is part of a longer word.

        Another word may also be another part of speech: “registrar” for “registro”.
        """
        if self._is_unspaced:
            possible = japanese.possible_forms(phrase) if self._known.language == "ja" else None
            return possible is not None and possible.search(self.text) is not None
        found = self._known.reduced[phrase] or self._known.spellings_of[phrase][0]
        words = [word for word in found if word[0].isalnum()]
        if len(words) == 1:
            return self._may_have_word(words[0])
        return bool(words) and all(self._forms_of(word) or self._may_have_word(word) for word in words)

    def _may_have_word(self, word: str) -> bool:
        if not self._similar_to(word) <= self._forms_of(word):
            return True
        known, texts = self._known.target_words[word], self._at.keys()
        if not known.irregular_forms.isdisjoint(texts):
            return True
        language = self._known.language
        if language in COMPOUNDING:
            verb, stem = known.separable, known.part_stem
            if verb is not None and verb.prefix in texts and list(self._verb_indexes(verb)):
                return True
            if not stem or stem not in self._letters:
                return False
            return any(may_be_part(word, stem, each, language) for each in texts if each != word)
        if language in _PREFIXES and any(may_be_prefixed(each, word, language) for each in texts if each != word):
            return True
        is_known = language in LANGUAGES and language not in _PREFIXES
        return not is_known and any(word in each and word != each for each in texts)

    def positions(self, phrase: str) -> Iterator[TargetPlace]:
        """The positions of a phrase, most certain first."""
        language = self._known.tokenizer.language
        for position, state in self._likely_places(phrase):
            if is_cut(self.text, *position):
                continue
            if not has_other_letters(self.text[slice(*position)], phrase, language) or self._is_swiss:
                yield position, state
        if rest := self._known.core[phrase]:
            for position, _ in self.positions(rest):
                if not is_other_than_abbreviation(self.text[slice(*position)], rest):
                    yield position, True

    @cached_property
    def _is_swiss(self) -> bool:
        return is_swiss(self.text, self._known.tokenizer.language)

    def _likely_places(self, phrase: str) -> Iterator[TargetPlace]:
        """The positions of a phrase, without a look at the text around them."""
        spellings = self._known.spellings_of[phrase]
        words = spellings[0]
        if not words:
            return
        first, count = words[0], len(words)
        if first in self._at:
            for position in _runs(words, self._words, self._spans, self._at):
                yield position, False
        if self._has_hyphens or len(spellings) > 1:
            yield from self._positions_in_other_spelling(spellings)
        if self._is_unspaced:
            yield from self._japanese_positions(phrase)
            return
        if count == 1:
            yield from self._compound_positions(first)
        for start in sorted([position for form in self._forms_of(first) for position in self._at[form]]):
            window = self._words[start : start + count]
            if len(window) == count and all(map(self._is_form, window, words)):
                yield self._span(start, count), True
        if count == 1:
            yield from self._positions_of_separated_verb(first)
        elif self._known.language == "he":
            yield from self._positions_with_prefixes(words)
        reduced = self._known.reduced[phrase]
        # A single word with an article is searched without it.
        if len(reduced) > 1 or count == len(reduced):
            yield from self._positions_with_other_articles(reduced)

    def _positions_with_other_articles(self, reduced: Sequence[str]) -> Iterator[TargetPlace]:
        """Positions where a phrase has other articles; `reduced` are its words without articles."""
        words, indexes = self._reduced
        firsts = {reduced[0], *self._forms_of(reduced[0])}
        for start in range(len(words) - len(reduced) + 1):
            if words[start] not in firsts:
                continue
            window = words[start : start + len(reduced)]
            if all(one == other or self._is_form(one, other) for one, other in zip(window, reduced, strict=True)):
                first, last = indexes[start], indexes[start + len(reduced) - 1]
                yield self._span(first, last - first + 1), True

    @cached_property
    def _reduced(self) -> tuple[list[str], list[int]]:
        """The folded words without articles, and their indexes among all words."""
        return reduce_articles(self._words, self._known.language)

    def _japanese_positions(self, phrase: str) -> Iterator[TargetPlace]:
        forms = japanese.sure_forms(phrase) if self._known.language == "ja" else None
        if forms is not None:
            for match in forms.finditer(self.text):
                yield match.span(), True

    def _positions_with_prefixes(self, words: Sequence[str]) -> Iterator[TargetPlace]:
        """Positions where Hebrew words of a phrase have prefixes, such as “in” and “the”."""
        for start in range(len(self._words) - len(words) + 1):
            window = self._words[start : start + len(words)]
            if len(window) < len(words) or not has_prefixes_only(window[0], words[0]):
                continue
            others = zip(window[1:], words[1:], strict=True)
            # Only the article can stand in the middle of a phrase.
            if all(one in (other, f"ה{other}") for one, other in others):
                yield self._span(start, len(words)), True

    def _positions_of_separated_verb(self, word: str) -> Iterator[TargetPlace]:
        """Positions of a verb whose prefix ends the same clause (schaltet … ein), and of “in te schakelen”."""
        verb = self._known.target_words[word].separable
        if verb is None or verb.prefix not in self._at:
            return
        for index in self._verb_indexes(verb):
            is_behind = verb.particle and self._words[max(0, index - 2) : index] == [verb.prefix, verb.particle]
            if is_behind:
                yield self._span(index - 2, 3), True
            elif self._is_prefix_behind(index, verb.prefix):
                yield self._span(index, 1), True

    def _verb_indexes(self, verb: SeparableVerb) -> Iterator[int]:
        """The indexes of the forms of a verb without its prefix; German nouns, which have a capital, are left out."""
        base = self._known.base
        for each, indexes in self._at.items():
            if each == verb.verb or base[each] == base[verb.verb]:
                for index in indexes:
                    is_first = index == 0 or not self._words[index - 1][-1].isalnum()
                    if is_first or not (self._known.has_noun_capitals and self._written[index][0].isupper()):
                        yield index

    def _is_prefix_behind(self, index: int, prefix: str) -> bool:
        """Whether a prefix ends the clause that contains the verb with this index."""
        starts = CLAUSE_STARTS[self._known.language]
        for position in range(index + 1, len(self._words)):
            word = self._words[position]
            if word in _SENTENCE_ENDS or word == "," or word in starts:
                return False
            if word == prefix:
                after = self._words[position + 1] if position + 1 < len(self._words) else "."
                if after in _CLAUSE_ENDS or after in starts:
                    return True
        return False

    def _positions_in_other_spelling(self, spellings: Sequence[Sequence[str]]) -> Iterator[TargetPlace]:
        """Positions where only hyphens differ: “Not-Schalter” and “Notschalter”, “email” and “e-mail”."""
        folded, spans, at = self._closed
        for words in spellings:
            for position in _runs(words, folded, spans, at):
                yield position, False

    @cached_property
    def _closed(self) -> tuple[list[str], Sequence[Position], dict[str, list[int]]]:
        """Folded words with hyphenated words joined, their positions in the text, and the indexes of each word."""
        tokens = self._tokens.join_hyphenated()
        folded = list(map(self._known.folded.__getitem__, tokens.words))
        return folded, tokens.spans, _positions_of(folded)

    def _compound_positions(self, word: str) -> Iterator[TargetPlace]:
        """Positions where a form of a word is the last part of a compound: Diagramm in Liniendiagrammen."""
        stem = self._known.target_words[word].head_stem
        # Most texts do not have these letters anywhere.
        if not stem or stem not in self._letters:
            return
        for each, positions in self._at.items():
            if len(each) > len(word) - _LONGEST_ENDING and self._has_head(each, word, stem):
                for position in positions:
                    yield self._span(position, 1), True

    @cached_property
    def _letters(self) -> str:
        """The words without umlauts, to find out fast which letters occur."""
        return JOINT.join(map(self._known.letters.__getitem__, self._at))

    def _has_head(self, compound: str, word: str, stem: str) -> bool:
        """Whether a compound ends with a word in this form or in another one."""
        known = self._known
        assert known.heads is not None
        start = without_umlauts(compound).find(stem, 1)
        if start < 0:
            return False
        if len(compound) > len(word):
            forms = compound, known.base_of_noun[compound]
            if any(form.endswith(word) and word in known.heads(form) for form in forms):
                return True
        tail = compound[start:]
        # Verbs and adverbs are not heads, although they may look like forms of nouns: drucken, Druck.
        is_noun = known.base[word] == known.noun[word]
        return is_noun and known.noun[tail] == known.noun[word] and tail in known.heads(compound)

    def _span(self, position: int, count: int) -> Position:
        return self._spans[position][0], self._spans[position + count - 1][1]

    def _forms_of(self, word: str) -> set[str]:
        """The words of the translation that are probably forms of `word`."""
        known = self._forms.get(word)
        if known is None:
            similar, is_same = self._similar_to(word), self._families.is_same_class
            known = self._forms[word] = {each for each in similar if is_same(each, word)}
        return known

    def _similar_to(self, word: str) -> set[str]:
        """The words of the translation that are forms of `word`, or of another part of speech with the same stem."""
        known = self._similar.get(word)
        if known is None:
            folded, target_word = self._at.keys(), self._known.target_words[word]
            known = self._similar[word] = self._families.forms(target_word, folded)
            if self._known.language in _PARTICLES:
                known.update(
                    each
                    for each in folded
                    if 0 <= len(each) - len(word) <= _LONGEST_PARTICLES
                    and each.startswith(word)
                    and (each == word or may_be_form(each, word))
                )
            if target_word.separable:
                known.update(self._forms_with_prefix(target_word.separable))
        return known

    def _forms_with_prefix(self, verb: SeparableVerb) -> Iterator[str]:
        """The words of the translation that are a separable verb with its prefix: abzuspeichern."""
        base = self._known.base
        for each in self._at:
            if each.startswith(verb.prefix) and (match := verb.joined.fullmatch(each)):
                rest = each[len(verb.prefix) :]
                if any(base[form] == base[verb.verb] for form in {rest, match[1], rest.removeprefix("zu")}):
                    yield each

    @cached_property
    def _families(self) -> _Families:
        return _Families(self._map_to_folded(), self._known)

    def _map_to_folded(self) -> dict[str, str]:
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
    phrase: Sequence[str], words: Sequence[str], spans: Sequence[Position], at: Mapping[str, Sequence[int]]
) -> Iterator[Position]:
    """The exact positions of a phrase among the words of a text."""
    count = len(phrase)
    for position in at.get(phrase[0], ()):
        if words[position : position + count] == phrase:
            yield spans[position][0], spans[position + count - 1][1]


def _has_other_ending(word: str, phrase: str) -> bool:
    """Whether two words have a long common start and short endings."""
    common = _count_common(word, phrase)
    longest = max(len(word), len(phrase))
    return common >= SHORTEST_STEM and longest - common <= min(_LONGEST_ENDING, common // 2)


def _count_common(word: str, phrase: str) -> int:
    """The number of letters with which both words begin."""
    common = 0
    for one, other in zip(word, phrase, strict=False):
        if one != other:
            break
        common += 1
    return common
