"""What is computed from entries before they become a draft, so that the draft opens at once."""

from __future__ import annotations

from dataclasses import dataclass

from termdesk.domain.entries.violation_index import ViolationIndex
from termdesk.storage.snapshots import PackedVersion


@dataclass(frozen=True, slots=True)
class DraftPreparation:
    """The rule violations of entries, and the entries in the form in which they are stored."""

    violations: ViolationIndex
    packed: PackedVersion
