"""Korean words and the particles at their end: 용어집을 is 용어집 with a particle."""

from __future__ import annotations

import re

from termdesk.domain.language.composition import compose

# The rest must have at least two syllables: 회의 is not 회 with a particle.
# Particles can also follow the 들 of plurals.
_PARTICLE = re.compile(
    "(?<=..)(들?)(에서는|에서도|에서의|으로는|으로서|으로써|에게서|이라고|이라는|까지|부터|에서|에게|한테|보다|처럼|으로|이나|라고|라는|마다"
    "|은|는|이|가|을|를|의|에|와|과|로|도|만)$|(?<=..)들$"
)
# Particles that only follow a consonant, or only a vowel. So 가 is not a particle in 전문가: it would be 이 there.
_BEHIND_CONSONANT = ("은", "이", "을", "과", "으")
_BEHIND_VOWEL = ("는", "가", "를", "와", "라")
# A particle that follows a vowel or ㄹ.
_BEHIND_VOWEL_OR_L = ("로",)
# Nouns whose last syllables look like a particle: 해상도 (resolution) is not 해상 (sea) with a particle.
_NOUNS = re.compile(
    "해상도|신뢰도|만족도|정확도|난이도|인지도|선호도|중요도|민감도|숙련도|완성도|투명도|선명도|복잡도|심각도|우선도|가속도|회로도|평면도|단면도|배선도|조직도|"
    "교차로|활주로|산책로|주치의|전문의|전공의|손잡이|목걸이|귀걸이|어린이|젊은이|늙은이|고양이|호랑이|원숭이|떡볶이|칸막이|옷걸이|책꽂이|길잡이"
)
_FIRST, _LAST = "가", "힣"
_FINALS = 28
_FINAL_L = 8


def without_particle(word: str) -> str:
    """A word in composed form without its particle. A noun that only looks as if it had a particle stays as it is."""
    composed = compose(word)
    if _NOUNS.fullmatch(composed):
        return composed
    found = _PARTICLE.search(composed)
    while found:
        plural, particle = found.group(1, 2)
        stem = composed[: found.start()]
        if not particle or _follows(particle, f"{stem}{plural}"):
            return stem
        found = _PARTICLE.search(composed, found.start() + 1)
    return composed


def may_be_form(word: str, stem: str) -> bool:
    """Whether a word that starts with a stem may be a form of that stem. If not, it is certainly another noun."""
    noun = _NOUNS.match(word)
    if noun and noun.end() > len(stem):
        return False
    ending = word[len(stem) :]
    return len(ending) != 1 or _PARTICLE.search(word) is None or _follows(ending, stem)


def _follows(particle: str, stem: str) -> bool:
    """Whether a particle has the right form for this stem; always true for letters that are not Korean."""
    last = stem[-1:]
    if not _FIRST <= last <= _LAST:
        return True
    final = (ord(last) - ord(_FIRST)) % _FINALS
    if particle.startswith(_BEHIND_VOWEL_OR_L):
        return final in (0, _FINAL_L)
    return not particle.startswith(_BEHIND_VOWEL if final else _BEHIND_CONSONANT)
