"""What changed in the language list of a resource between two readings: languages, directions, status and features."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from termdesk.domain.language.language import Language

# For each service. The oldest changes are dropped.
MOST_CHANGES = 1000


class LanguageChangeKind(StrEnum):
    """What happened to a language. The values are stored."""

    ADDED = "added"
    REMOVED = "removed"
    SOURCE_ADDED = "source added"
    SOURCE_REMOVED = "source removed"
    TARGET_ADDED = "target added"
    TARGET_REMOVED = "target removed"
    STATUS = "status"
    FEATURE_ADDED = "feature added"
    FEATURE_REMOVED = "feature removed"
    FEATURE_STATUS = "feature status"


@dataclass(frozen=True, slots=True)
class LanguageChange:
    """A change that happened after `since`, the former reading of the list, and was found at `found_at`.

    `before` and `after` are statuses; they are empty if the service gave none or the status did not change. `feature`
    is empty unless the change concerns a feature.
    """

    resource: str
    code: str
    name: str
    kind: LanguageChangeKind
    since: datetime
    found_at: datetime
    feature: str = ""
    before: str = ""
    after: str = ""


def compare(
    resource: str, before: Iterable[Language], after: Iterable[Language], *, since: datetime, found_at: datetime
) -> list[LanguageChange]:
    """Return the changes from one list to the next, sorted by language code."""
    old, new = {each.code: each for each in before}, {each.code: each for each in after}
    changes = []
    for code in sorted(old.keys() | new.keys()):
        name = (new.get(code) or old[code]).name
        for kind, feature, status, new_status in _differences(old.get(code), new.get(code)):
            changes.append(LanguageChange(resource, code, name, kind, since, found_at, feature, status, new_status))
    return changes


_Difference = tuple[LanguageChangeKind, str, str, str]


def _differences(old: Language | None, new: Language | None) -> Iterator[_Difference]:
    """Yield each difference as (kind, feature, status before, status after)."""
    kinds = LanguageChangeKind
    if old is None or new is None:
        if new is not None:
            yield kinds.ADDED, "", "", new.status
        elif old is not None:
            yield kinds.REMOVED, "", old.status, ""
        return
    if old.usable_as_source != new.usable_as_source:
        yield kinds.SOURCE_ADDED if new.usable_as_source else kinds.SOURCE_REMOVED, "", "", ""
    if old.usable_as_target != new.usable_as_target:
        yield kinds.TARGET_ADDED if new.usable_as_target else kinds.TARGET_REMOVED, "", "", ""
    if old.status != new.status:
        yield kinds.STATUS, "", old.status, new.status
    for feature in sorted(old.features.keys() | new.features.keys()):
        status, new_status = old.features.get(feature, ""), new.features.get(feature, "")
        if feature not in old.features:
            yield kinds.FEATURE_ADDED, feature, "", new_status
        elif feature not in new.features:
            yield kinds.FEATURE_REMOVED, feature, status, ""
        elif status != new_status:
            yield kinds.FEATURE_STATUS, feature, status, new_status
