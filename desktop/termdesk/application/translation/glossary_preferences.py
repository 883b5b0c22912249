"""Which glossary a translation starts with: the one that was chosen for this direction, or the only one there is."""

from __future__ import annotations

from collections.abc import Sequence

from termdesk.domain.glossary import Glossary
from termdesk.domain.language.language import LanguagePair

# Where no glossary was chosen on purpose; a glossary's id is never empty.
NONE = ""
_LAST = "last"


class GlossaryPreferences:
    """What the user chose, by service and direction. `memory()` is JSON; what is none of ours in it is dropped."""

    def __init__(self, memory: object = None) -> None:
        self._chosen: dict[str, dict[str, str]] = {}
        for service, choices in memory.items() if isinstance(memory, dict) else ():
            if isinstance(choices, dict):
                known = {key: each for key, each in choices.items() if isinstance(key, str) and isinstance(each, str)}
                self._chosen[str(service)] = known

    def memory(self) -> dict[str, dict[str, str]]:
        return self._chosen

    def choose(self, glossary: Glossary | None, *, service: str, pair: LanguagePair) -> None:
        """The user chose a glossary for this direction, or none on purpose."""
        choices = self._chosen.setdefault(service, {})
        choices[str(pair.roots)] = glossary.glossary_id if glossary else NONE
        if glossary is not None:
            choices[_LAST] = glossary.glossary_id

    def preferred(self, fitting: Sequence[Glossary], *, service: str, pair: LanguagePair) -> Glossary | None:
        """The glossary to start with.

        What was chosen for this direction goes first, none on purpose included; then the glossary that was chosen
        last for another direction, where it serves this one too; then the only one that there is.
        """
        choices = self._chosen.get(service, {})
        by_id = {each.glossary_id: each for each in fitting}
        chosen = choices.get(str(pair.roots))
        if chosen == NONE:
            return None
        for glossary_id in (chosen, choices.get(_LAST)):
            if glossary_id is not None and glossary_id in by_id:
                return by_id[glossary_id]
        return fitting[0] if len(fitting) == 1 else None
