"""Compare entries with other dictionaries: other targets for the same source, and the reverse direction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from termdesk.domain.entries.row_phrases import RowPhrases

ELSEWHERE, MISSING, CONTRADICTS, MANY_TO_ONE = 1, 2, 4, 8


class NeighborComparison:
    """What other dictionaries contain for each row.

    `others` are dictionaries of the same pair (name -> source -> target). `reverse` is the dictionary of the opposite
    direction (its source -> its target), if any. They must not be modified. Call `look` after edits. Findings are
    stored as bits by row; details are computed only for displayed rows.
    """

    def __init__(
        self, phrases: RowPhrases, others: Mapping[str, Mapping[str, str]], reverse: Mapping[str, str] | None
    ) -> None:
        self._phrases = phrases
        self._others = others
        self.reverse = reverse
        self._found = bytearray()

    def look(self, row_ids: Iterable[int]) -> None:
        """Compare these rows again, because they are new or were edited."""
        if (missing := len(self._phrases.sources) - len(self._found)) > 0:
            self._found.extend(bytes(missing))
        for row_id in row_ids:
            source, target = self._phrases.find_compared_phrases(row_id)
            self._found[row_id] = self._bits(source, target) if source else 0

    def _bits(self, source: str, target: str) -> int:
        bits = 0
        for other in self._others.values():
            if (other_target := other.get(source)) is not None and other_target != target:
                bits = ELSEWHERE
        if self.reverse is not None and target:
            back = self.reverse.get(target)
            if back is None:
                bits |= MISSING
            elif back != source:
                bits |= CONTRADICTS
        return bits

    def is_elsewhere(self, row_id: int) -> bool:
        """Whether another dictionary has another target for the source of a row."""
        return row_id < len(self._found) and bool(self._found[row_id] & ELSEWHERE)

    def marks(self, targets: Mapping[str, str]) -> bytes:
        """The bits by row id; `targets` are those of this dictionary (source -> target).

        If several sources share a target, the reverse dictionary can have only one of them: the others do not
        contradict it.
        """
        found = self._found[:]
        for row_id, bits in enumerate(found):
            if bits & CONTRADICTS:
                target = self._phrases.targets[row_id]
                if targets.get(self.back(target)) == target:
                    found[row_id] = bits ^ (CONTRADICTS | MANY_TO_ONE)
        return bytes(found)

    def only_in_reverse(self, targets: Mapping[str, str]) -> int:
        """The number of reverse entries whose target is not a source of this dictionary."""
        return sum(1 for back in (self.reverse or {}).values() if back not in targets)

    def elsewhere(self, source: str, target: str) -> tuple[str, ...]:
        """The other targets of a source, each as "name: target"."""
        found = ((name, other.get(source)) for name, other in self._others.items())
        return tuple(f"{name}: {each}" for name, each in found if each is not None and each != target)

    def back(self, target: str) -> str:
        """The reverse dictionary's target for this target; empty if there is none."""
        return (self.reverse or {}).get(target, "")
