"""Capital letters as languages have them: in Turkish, İ is that of i, and I that of ı."""

from __future__ import annotations

from termdesk.domain.language.language import root

_WITH_DOTLESS_I = frozenset({"tr", "az"})


def has_dotless_i(language: str) -> bool:
    """Whether the capitals of i and ı are İ and I."""
    return root(language) in _WITH_DOTLESS_I


def in_capitals(text: str, language: str) -> str:
    """A text of a language in capitals."""
    return (text.replace("i", "\u0130") if has_dotless_i(language) else text).upper()


def with_capital(text: str, language: str) -> str:
    """A text of a language with a capital at its beginning."""
    return in_capitals(text[:1], language) + text[1:]
