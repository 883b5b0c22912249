"""What the user decided about checks, read and changed without an open dictionary."""

from __future__ import annotations

from collections.abc import Sequence

from termdesk.domain.findings.custom_rules import CustomRule
from termdesk.domain.findings.kinds import SwitchedOffKinds
from termdesk.storage.check_notes import DictionaryKey, IgnoredFinding
from termdesk.storage.records import Records


class CheckChoices:
    """Custom rules, kinds of findings that are switched off, and ignored findings. All methods raise StorageFailed."""

    def __init__(self, records: Records) -> None:
        self._notes = records.check_notes

    async def rules(self) -> list[CustomRule]:
        """Return the custom rules, which all dictionaries share."""
        return await self._notes.rules()

    async def set_rules(self, rules: Sequence[CustomRule]) -> None:
        """Replace the custom rules. If one is invalid, none is stored. Raises InvalidInput."""
        for rule in rules:
            rule.check()
        await self._notes.set_rules(rules)

    async def read_switched_off_kinds(self, key: DictionaryKey | None) -> SwitchedOffKinds:
        """Return the kinds that are switched off for all glossaries, and for the glossary of a dictionary."""
        return await self._notes.read_switched_off_kinds(key)

    async def switch_off(self, key: DictionaryKey | None, kinds: SwitchedOffKinds) -> None:
        """Switch off exactly these kinds. Without a dictionary, only those for all glossaries are changed."""
        await self._notes.switch_off(key, kinds)

    async def read_ignored_findings(self, key: DictionaryKey) -> list[IgnoredFinding]:
        """Return the ignored findings of a dictionary, the latest first."""
        return await self._notes.read_ignored_findings(key)

    async def ignore(self, key: DictionaryKey, findings: Sequence[tuple[str, int, str]], note: str) -> None:
        """Ignore these (kind, column, phrase) of a dictionary. Those that are ignored already get the new note."""
        await self._notes.ignore(key, findings, note)

    async def take_back(self, key: DictionaryKey, findings: Sequence[tuple[str, int, str]]) -> None:
        """Report these (kind, column, phrase) of a dictionary again."""
        await self._notes.take_back(key, findings)
