"""Capital letters by language: in Turkish, the capital of i is İ, and the capital of ı is I."""

from __future__ import annotations

import re

from termdesk.domain.language.language import root
from termdesk.domain.language.units import UNITS

_WITH_DOTLESS_I = frozenset({"tr", "az"})
# Capitals would make another unit of many units: mm, MM.
_MEASURE = re.compile(rf"(\d\s?(?:{UNITS})(?!\w))")


def has_dotless_i(language: str) -> bool:
    """Whether the capitals of i and ı are İ and I."""
    return root(language) in _WITH_DOTLESS_I


def in_capitals(text: str, language: str) -> str:
    """A text in capitals by the rules of its language, except units after numbers: 5 mm."""
    parts = _MEASURE.split(text.replace("i", "\u0130") if has_dotless_i(language) else text)
    return "".join(part if number % 2 else part.upper() for number, part in enumerate(parts))


def with_capital(text: str, language: str) -> str:
    """A text of a language with a capital at its start."""
    return in_capitals(text[:1], language) + text[1:]
