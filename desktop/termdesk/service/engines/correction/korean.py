"""Korean: mistakes found with Kiwi's analysis of a sentence.

Kiwi is an analyzer and not a checker. Its own spacing changes 149 of 500 sentences of manuals and programs, and its own
list of typing errors finds 5 of 44 mistakes, so neither is used. This module reports only what is wrong in every
sentence with these parts of speech:

* a space missing before a dependent noun or an auxiliary verb (할수있는), or after “not” (안먹다)
* a space before the copula (회사원 입니다)
* a particle that does not fit the end of its noun (책를, 친구과)
* 안 and 예요 for the 않 and 에요 that sound like them
* some words that are wrong only where a word begins, beside those in `known_mistakes.py`
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Protocol

from termdesk.service.engines.correction.proposals import Proposal

# Particle pairs: the form after a vowel, the form after a consonant.
_PARTICLES = (("를", "을"), ("는", "은"), ("가", "이"), ("와", "과"))
_WRONG_COST = 1.0
_MOST_COST = 1.5
_PARTICLE_TAGS = frozenset({"JKS", "JKC", "JKO", "JKB", "JX", "JC"})
_NOUN_TAGS = frozenset({"NNG", "NNP", "NNB", "NP", "XSN"})
# Dependent nouns, which need a space before them. Nouns that may be part of an ending are left out, because endings
# such as -는데, -는지 and -는바 have no space.
_NOUNS_AFTER_VERBS = frozenset({"것", "경우", "대로", "동안", "때", "만큼", "뿐", "수", "적", "줄", "중", "채"})
# Mistakes only at the start of a word, because other words may end with 금새 or 거에요.
_WRONG_BEGINNINGS = (
    (re.compile("(?<![가-힣])금새(?=[ ,])"), "금세"),
    (re.compile("(?<![가-힣])웬지(?![가-힣])"), "왠지"),
    (re.compile("(?<![가-힣])거에요"), "거예요"),
    (re.compile("(?<![가-힣])(?<!지 )않 ?(?=[하한할함합해했되된될됩돼됐])"), "안 "),
)
_FIRST_SYLLABLE, _LAST_SYLLABLE = "가", "힣"
_CODAS = 28
_CODA_L = 8


class KiwiToken(Protocol):
    """What this module uses of Kiwi's tokens: dictionary form, part of speech and position in the text."""

    form: str
    tag: str
    start: int
    end: int
    typo_cost: float


class KoreanChecker:
    """The Korean checker; it loads Kiwi with its model at the first text, which takes a second and 350 MB."""

    def __init__(self) -> None:
        self._kiwi: Any = None
        self._wrong_particles: Any = None

    def find(self, text: str) -> list[Proposal]:
        """Return the mistakes in a text, each with its correction."""
        tokens = self._tokens(text)
        listed = [
            Proposal(match.start(), match.end(), (right,), rule="KO_WORD")
            for wrong, right in _WRONG_BEGINNINGS
            for match in wrong.finditer(text)
        ]
        return listed + [found for one, other in pairwise(tokens) for found in _between(text, one, other)]

    def _tokens(self, text: str) -> list[KiwiToken]:
        if self._kiwi is None:
            # Kiwi has no types and is not installed everywhere.
            kiwipiepy: Any = importlib.import_module("kiwipiepy")
            self._kiwi = kiwipiepy.Kiwi(num_workers=1, load_multi_dict=False, load_typo_dict=False)
            wrong = [pair for each in _PARTICLES for pair in (each, each[::-1])]
            self._wrong_particles = kiwipiepy.TypoTransformer(
                [kiwipiepy.TypoDefinition([right], [written], _WRONG_COST) for right, written in wrong]
            )
        tokens: list[KiwiToken] = self._kiwi.tokenize(text, typos=self._wrong_particles, typo_cost_threshold=_MOST_COST)
        return tokens


def _between(text: str, one: KiwiToken, other: KiwiToken) -> Iterator[Proposal]:
    """Yield the mistakes at the border of two tokens."""
    gap = text[one.end : other.start]
    if not gap and one.end == other.start and _needs_space(text, one, other):
        yield Proposal(other.start, other.start, (" ",), rule="KO_SPACE")
    if gap == " " and _is_copula_apart(text, one, other):
        yield Proposal(one.end, other.start, ("",), rule="KO_COPULA")
    if not gap and one.tag in _NOUN_TAGS and (other.tag in _PARTICLE_TAGS or other.form == "로"):
        yield from _correct_particle(text, other)
    written = text[other.start : other.end]
    if one.form == "지" and one.tag == "EC" and other.form == written == "안" and other.tag == "VV":
        yield Proposal(other.start, other.end, ("않",), rule="KO_NOT")
    before = text[one.start - 1 : one.start]
    if one.tag == "VCP" and text[one.start : other.start] == "이" and written == "예요" and _coda(before):
        yield Proposal(other.start, other.end, ("에요",), rule="KO_POLITE")


def _needs_space(text: str, one: KiwiToken, other: KiwiToken) -> bool:
    if one.tag == "ETM":
        # 인수 means argument, but 할수 is a verb followed by 수.
        is_verb = other.form != "수" or _coda(text[other.start - 1]) == _CODA_L
        return is_verb and other.form in _NOUNS_AFTER_VERBS and other.tag in ("NNB", "NNG")
    if one.tag == "NNB":
        return one.form == "수" and other.tag in ("VA", "VV", "VX") and other.form in ("있", "없")
    if one.tag in ("NNG", "NP", "NNP"):
        return other.tag == "NNB" and other.form == "때문"
    if one.tag == "EC":
        return _is_auxiliary(one, other)
    # Written as one word, 안되다 has a meaning of its own and may be correct.
    begins = one.start == 0 or text[one.start - 1].isspace()
    is_not = one.tag == "MAG" and one.form == "안" and begins
    return is_not and other.tag in ("VV", "VV-I") and other.form != "되"


def _is_auxiliary(ending: KiwiToken, verb: KiwiToken) -> bool:
    """Whether the verb after an ending is an auxiliary that needs a space before it.

    After -아 and -어 the space may be missing.
    """
    if ending.form == "고":
        return verb.tag == "VX" and verb.form in ("있", "싶")
    if ending.form == "지":
        return (verb.tag == "VX" and verb.form in ("않", "못하")) or (verb.tag == "MAG" and verb.form == "못")
    return ending.form in ("어야", "아야", "여야") and verb.tag in ("VX", "VV") and verb.form in ("하", "되")


def _is_copula_apart(text: str, noun: KiwiToken, copula: KiwiToken) -> bool:
    is_noun = noun.tag in ("NNG", "NNP") and _is_syllable(text[noun.end - 1])
    return (
        is_noun
        and copula.tag == "VCP"
        and text.startswith(("입니다", "입니까", "이다", "이에요", "예요"), copula.start)
    )


def _correct_particle(text: str, particle: KiwiToken) -> Iterator[Proposal]:
    before = text[particle.start - 1]
    coda = _coda(before)
    if coda is None:
        return
    written = text[particle.start : particle.end]
    if written in ("로", "으로") and particle.form == written:
        right = "으로" if coda not in (0, _CODA_L) else "로"
    elif particle.typo_cost > 0:
        right = next((pair[coda > 0] for pair in _PARTICLES if written in pair), written)
    else:
        return
    if right != written:
        yield Proposal(particle.start, particle.end, (right,), rule="KO_PARTICLE")


def _is_syllable(letter: str) -> bool:
    return _FIRST_SYLLABLE <= letter <= _LAST_SYLLABLE


def _coda(letter: str) -> int | None:
    """Return the number of a syllable's final consonant, 0 for none; None if it is not a Korean syllable."""
    return (ord(letter) - ord(_FIRST_SYLLABLE)) % _CODAS if letter and _is_syllable(letter) else None
