"""What the words around a term reveal: whether its part of speech and its number fit the place in the sentence.

The rules decide only sure cases. Otherwise the readings of the term's own words decide.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property

from termdesk.service.engines.apertium.analyzed_phrase import WordKind
from termdesk.service.engines.apertium.term_unit import TermUnit

# Whether all readings of a word are adjectives.
IsAdjective = Callable[[str], bool]


def _word_set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_ARTICLES = _word_set("the a an this these those my your his her its our their any")
_SINGULAR = _word_set("this that a an each every another one no any")
_NUMERALS = _word_set("two three four five six seven eight nine ten many several few")
_DETERMINERS = _ARTICLES | _NUMERALS | _word_set("each every another no")
_QUANTITIES = _word_set("all both some")
_OBJECTS = _ARTICLES | _word_set("all both it them him me us")
_PREPOSITIONS = _word_set("of in on at by for from with without into about between under over through during per via")
_BE = _word_set("is are was were be been being")
_MODALS = _word_set("can could will would must should shall may might cannot")
_AUXILIARIES = _BE | _MODALS | _word_set("has have had does do did")
_SUBJECTS = _MODALS | _word_set("i you he she we they")
_BEHIND_NOUN = _AUXILIARIES | _PREPOSITIONS | _word_set("and or")
# None of these is a noun if it follows another word.
_NO_NOUNS = (
    _OBJECTS
    | _DETERMINERS
    | _BEHIND_NOUN
    | _word_set(
        "but to than as if when that which who before after until while because not only here there again now then"
    )
)
# Prepositions that attach a noun to the noun before.
_OF = _word_set("of de del d du des di della dell do da")
_VERB_OF_SINGULAR = re.compile(r"(?:\w+ly )?[a-z]+(?<!s)s\b|.*\b(?:is|was|has|does|(?:is|was|has|does)n't)\b", re.I)
_ENDS_NOUN = re.compile(r"$|\W*[,.;:!?)]|['’]s\b")
_AT_END = re.compile(r"\W*$")
_OPENS = re.compile(r"(?:^|[.:;!?])[^\w.:;!?]*$")
_WORD = re.compile(r" ([^\W_]+)")

# For languages whose nouns have genders: words before a noun, words that may also be pronouns, and words before a verb.
_ARTICLES_OF = {
    "es": _word_set(
        "el un una unos unas este esta estos estas ese esa esos esas cada su sus mi mis nuestro nuestra ningún"
    ),
    "pt": _word_set(
        "um uma uns umas este esta estes estas esse essa cada seu sua seus suas do da dos das no na nos nas ao aos"
    ),
    "fr": _word_set(
        "un une ce cet cette ces chaque mon ma mes ton ta tes son sa ses notre votre nos vos du des au aux"
    ),
    "it": _word_set(
        "il i un uno una un' questo questa questi queste ogni suo sua del della dei delle al alla nel nella"
    ),
}
_ARTICLES_OR_PRONOUNS = {
    "es": _word_set("la los las"),
    "pt": _word_set("o a os as"),
    "fr": _word_set("le la les l' leur leurs"),
    "it": _word_set("lo la le gli l'"),
}
_PERSONS = {
    "es": _word_set("yo tú él ella nosotros ellos ellas usted ustedes no se"),
    "pt": _word_set("eu ele ela nós eles elas você vocês não se"),
    "fr": _word_set("je j' tu il elle on ils elles ne n' se"),
    "it": _word_set("io lui lei noi voi loro non si"),
}
_HAVES = {
    "es": _word_set("he has ha hemos habéis han había habían haya hayan habrá haber"),
    "pt": _word_set("tenho tem temos têm tinha tinham ter"),
    "fr": _word_set("ai as a avons avez ont avait avaient aura avoir"),
    "it": _word_set("ho hai ha abbiamo avete hanno aveva avevano avere"),
}


class TermPlace:
    """The place of a term in a sentence: the text before it and after it, and the language."""

    def __init__(self, before: str, after: str, language: str) -> None:
        self._before = before
        self._after = after
        self._language = language
        # The two words before the term, nearest first; empty if no space separates them from the term.
        words: list[str] = []
        if before.endswith(" "):
            words = before.lower().rsplit(" ", 3)[-2:-4:-1]
        elif before.endswith(("'", "’")):
            words = [re.split("[^\\w'’]", before.rsplit(" ", 1)[-1])[-1].lower().replace("’", "'")]
        self._words_before = words
        self._last = words[0] if words else ""

    @cached_property
    def _next(self) -> str:
        """The word after the term; empty if no space separates it from the term."""
        found = _WORD.match(self._after)
        # A capital A is a name: option A.
        return found.group(1).lower() if found and found.group(1) != "A" else ""

    @classmethod
    def of(cls, unit: TermUnit, sentence: str, language: str) -> TermPlace:
        """Return the place of a term whose placeholder is in a sentence."""
        before, _, after = sentence.partition(unit.placeholder)
        return cls(before, after, language)

    def agrees(self, unit: TermUnit, is_adjective: IsAdjective) -> bool:
        """Whether the term surely has the part of speech and the number that the sentence needs in this place."""
        fits = self._fits(unit, is_adjective)
        if fits is False or (fits is None and unit.may_be_other_kind):
            return False
        return not (unit.is_in_other_number and self._shows_number(unit))

    def _fits(self, unit: TermUnit, is_adjective: IsAdjective) -> bool | None:
        """Whether the term fits, as far as the words around it show; None if they show nothing."""
        is_english = self._language == "en"
        if unit.kind is WordKind.NOUN:
            return self._is_noun(unit) if is_english else self._is_noun_with_gender(unit)
        if unit.kind is WordKind.VERB:
            return self._is_verb(unit, is_adjective) if is_english else self._is_verb_with_person(unit)
        return self._is_adjective(unit) if unit.kind is WordKind.ADJECTIVE and is_english else None

    def _is_adjective(self, unit: TermUnit) -> bool | None:
        if unit.form and unit.may_be_other_kind:
            # A term that is not inflected, such as “por defecto”, needs a noun after it.
            return self._is_before_word and self._last not in _PREPOSITIONS
        return False if self._next in _ARTICLES and _OPENS.search(self._before) else None

    def _is_noun(self, unit: TermUnit) -> bool | None:
        if unit.may_be_other_kind and " " in unit.surface:
            # A phrase that ends with an adjective is a noun only at the end of a noun phrase.
            return self._ends_noun
        if self._is_behind_determiner:
            return True if not unit.may_be_other_kind or self._ends_noun else None
        if self._is_behind_subject or (self._last == "it" and unit.surface.endswith("s")):
            return False
        if self._last in _PREPOSITIONS:
            return None
        if unit.may_be_participle and (self._is_behind_be or self._last in {"has", "have", "had"}):
            return False
        if self._next in _OBJECTS and " " not in unit.surface:
            return False
        return True if self._next in _AUXILIARIES else None

    def _is_verb(self, unit: TermUnit, is_adjective: IsAdjective) -> bool | None:
        if self._is_behind_determiner or self._last in _QUANTITIES:
            return None if unit.is_participle and not unit.is_base_form else False
        has_two_objects = unit.has_object and (self._next in _OBJECTS or self._is_before_word)
        if self._is_behind_subject or self._last in {"please", "to"} or self._words_before[:2] == ["not", "do"]:
            return not has_two_objects
        if unit.loses_object and self._next in _OF:
            return False
        # A single word between a determiner and the term.
        between = self._last if _is_determiner(self._words_before[1:2]) else ""
        if between and not unit.is_participle and is_adjective(between):
            return False
        if self._next in _AUXILIARIES and not (unit.is_participle or unit.surface.endswith("ing")):
            return False
        if unit.is_base_form and self._is_no_base_form(is_behind_noun=bool(between and not between.endswith("s"))):
            return False
        if has_two_objects or (unit.has_object and unit.is_participle):
            return False
        return True if self._next in _OBJECTS else None

    def _is_no_base_form(self, *, is_behind_noun: bool) -> bool:
        """Whether an adjective or a noun belongs here and not a verb, as in “the file is open”, “under load”, “open
        files are”.
        """
        if self._is_behind_be or self._last in _PREPOSITIONS or (is_behind_noun and _AT_END.match(self._after)):
            return True
        if not (self._is_before_word and _OPENS.search(self._before)):
            return False
        words = self._after.split(" ", 3)
        return len(words) > 2 and words[2].lower() in _AUXILIARIES

    @property
    def _is_behind_determiner(self) -> bool:
        return _is_determiner(self._words_before[:1])

    @property
    def _is_behind_subject(self) -> bool:
        return self._last in _SUBJECTS or self._last.endswith("n't")

    @property
    def _is_behind_be(self) -> bool:
        return self._last in _BE or (self._last == "not" and not _BE.isdisjoint(self._words_before[1:2]))

    @property
    def _is_before_word(self) -> bool:
        return self._next.isalpha() and self._next not in _NO_NOUNS and not self._next.endswith("ly")

    @property
    def _ends_noun(self) -> bool:
        return self._next in _BEHIND_NOUN or _ENDS_NOUN.match(self._after) is not None

    def _is_noun_with_gender(self, unit: TermUnit) -> bool | None:
        if self._last in _ARTICLES_OF[self._language]:
            return True
        if self._last in _PERSONS[self._language]:
            return False
        if unit.may_be_participle and self._last in _HAVES[self._language]:
            return False
        if self._last in _ARTICLES_OR_PRONOUNS[self._language]:
            return True
        is_order = self._is_before_article and " " not in unit.surface and _OPENS.search(self._before)
        return False if is_order else None

    def _is_verb_with_person(self, unit: TermUnit) -> bool | None:
        if self._last in _ARTICLES_OF[self._language]:
            return None if unit.is_participle else False
        if (unit.has_object and self._is_before_article) or (unit.loses_object and self._next in _OF):
            return False
        return True if self._last in _PERSONS[self._language] else None

    @property
    def _is_before_article(self) -> bool:
        word = f"{self._next}'" if self._after[2:3] in {"'", "’"} else self._next
        return word in _ARTICLES_OF[self._language] or word in _ARTICLES_OR_PRONOUNS[self._language]

    def _shows_number(self, unit: TermUnit) -> bool:
        """Whether words around the term show its number in the text; few English words do."""
        if self._language != "en":
            is_bare = _AT_END.match(self._after) and self._last not in _ARTICLES_OF[self._language]
            return not (is_bare and unit.phrase.language == "en")
        if not _SINGULAR.isdisjoint(self._words_before[:2]):
            return True
        return self._after[:1] == " " and _VERB_OF_SINGULAR.match(self._after, 1) is not None


def _is_determiner(words: Sequence[str]) -> bool:
    return bool(words) and (words[0] in _DETERMINERS or words[0].isdecimal())
