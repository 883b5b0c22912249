"""Compare the lists of the older interface with the present ones: which languages, directions and features differ."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from termdesk.domain.language.language import Language

FORMALITY = "formality"


@dataclass(frozen=True, slots=True)
class ComparedLanguage:
    """A language in both lists. `today` or `older` is None if that list does not have it."""

    code: str
    name: str
    today: Language | None
    older: Language | None

    @property
    def differs_in_sides(self) -> bool:
        """Whether the lists differ about the language as a source or as a target."""
        return _sides(self.today) != _sides(self.older)

    @property
    def differs_in_formality(self) -> bool:
        """Whether only one of the lists has formality, the only feature that older lists contain."""
        if self.today is None or self.older is None or not self.older.usable_as_target:
            return False
        return (FORMALITY in self.today.features) != (FORMALITY in self.older.features)

    @property
    def differs(self) -> bool:
        """Whether the lists differ about this language."""
        return self.differs_in_sides or self.differs_in_formality


def compare_with_older(today: Iterable[Language], older: Iterable[Language]) -> list[ComparedLanguage]:
    """Return every language of either list, by code."""
    new, old = {each.code: each for each in today}, {each.code: each for each in older}
    found = []
    for code in sorted(new.keys() | old.keys()):
        name = (new.get(code) or old[code]).name
        found.append(ComparedLanguage(code, name, new.get(code), old.get(code)))
    return found


def _sides(language: Language | None) -> tuple[bool, bool]:
    return (language.usable_as_source, language.usable_as_target) if language else (False, False)
