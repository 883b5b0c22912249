"""Choose the glossary that a translation starts with: the last choice for this direction, or the only glossary."""

from __future__ import annotations

from collections.abc import Sequence

from termdesk.domain.glossary import Glossary
from termdesk.domain.language.language import LanguagePair

# The deliberate choice of no glossary. The id of a glossary is never empty.
NONE = ""
_LAST = "last"


class GlossaryPreferences:
    """The user's choices by service and direction.

    `memory()` returns them for JSON; invalid stored parts are dropped.
    """

    def __init__(self, memory: object = None) -> None:
        self._chosen: dict[str, dict[str, str]] = {}
        for service, choices in memory.items() if isinstance(memory, dict) else ():
            if isinstance(choices, dict):
                known = {key: each for key, each in choices.items() if isinstance(key, str) and isinstance(each, str)}
                self._chosen[str(service)] = known

    def memory(self) -> dict[str, dict[str, str]]:
        """Return the choices as values for JSON, to be stored."""
        return self._chosen

    def choose(self, glossary: Glossary | None, *, service: str, pair: LanguagePair) -> None:
        """Record that the user chose a glossary for this direction, or deliberately none."""
        choices = self._chosen.setdefault(service, {})
        choices[str(pair.roots)] = glossary.glossary_id if glossary else NONE
        if glossary is not None:
            choices[_LAST] = glossary.glossary_id

    def expects(self, *, service: str, pair: LanguagePair) -> bool:
        """Return whether the last choice for this direction was a glossary."""
        return bool(self._chosen.get(service, {}).get(str(pair.roots)))

    def find_preferred(self, fitting: Sequence[Glossary], *, service: str, pair: LanguagePair) -> Glossary | None:
        """Return the glossary to start with; None for none.

        The choice for this direction comes first, even if it was none. Next is the last choice for another direction,
        if it fits. Otherwise the only glossary is used.
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
