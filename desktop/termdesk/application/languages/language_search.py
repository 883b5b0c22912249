"""Search languages by any name: in the language of the window, in the language itself, in any other, and by code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from termdesk.application.languages.list_files import by_name
from termdesk.domain.language.composition import fold_without_marks
from termdesk.domain.language.language import Language, canonical, root
from termdesk.formats.cldr_names import names_in_all_languages, other_codes, own_name

# Too many names in other languages start with the same two letters; they would hide the intended languages.
FEWEST_LETTERS = 3


@dataclass(frozen=True, slots=True)
class LanguageNames:
    """The names of the listed languages.

    `own` has the names in the languages themselves. `elsewhere` has the folded names in all languages, each after a
    line break. `codes` maps further codes to the listed root that they stand for.
    """

    own: Mapping[str, str] = field(default_factory=dict)
    elsewhere: Mapping[str, str] = field(default_factory=dict)
    codes: Mapping[str, str] = field(default_factory=dict)


def read_names(codes: Iterable[str]) -> LanguageNames:
    """Return the names of these languages. The first call takes half a second, so call it in a thread."""
    return LanguageNames({code: _own_name(code) for code in codes}, _elsewhere(), other_codes())


@cache
def _own_name(code: str) -> str:
    return own_name(code)


@cache
def _elsewhere() -> dict[str, str]:
    named = names_in_all_languages()
    return {code: "".join(sorted({f"\n{fold_without_marks(name)}" for name in names})) for code, names in named.items()}


def search(languages: Iterable[Language], words: str, names: LanguageNames | None = None) -> list[Language]:
    """Return the languages that match the words, ignoring case and accents: by code first, then by start of a name."""
    typed, names = fold_without_marks(words.strip()), names or LanguageNames()
    code = names.codes.get(typed) or canonical(words)
    ranked = [(rank, each) for each in languages if (rank := _rank(each, typed, code, names)) is not None]
    return [each for _, each in sorted(ranked, key=lambda pair: (pair[0], by_name(pair[1])))]


def _rank(language: Language, typed: str, code: str, names: LanguageNames) -> int | None:
    if not typed:
        return 0
    if language.code == code:
        return 0
    if language.code.lower().startswith(typed) or root(language.code) == code:
        return 1
    known = [fold_without_marks(language.name), fold_without_marks(names.own.get(language.code, ""))]
    if any(name.startswith(typed) or f" {typed}" in name for name in known):
        return 2
    if typed in language.code.lower() or any(typed in name for name in known):
        return 3
    return 4 if _is_named_elsewhere(language, typed, names) else None


def _is_named_elsewhere(language: Language, typed: str, names: LanguageNames) -> bool:
    if len(typed) < FEWEST_LETTERS and typed.isascii():
        return False
    # A search for a language also finds its variants.
    return any(f"\n{typed}" in names.elsewhere.get(code, "") for code in (language.code, root(language.code)))
