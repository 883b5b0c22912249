"""The library as it is shown: what the service has and what is only on this computer, together by glossary."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from termdesk.domain.glossary import Glossary
from termdesk.domain.language import LanguagePair
from termdesk.storage.journal import DraftRecord


@dataclass(frozen=True, slots=True)
class ShelfRow:
    """One dictionary. `draft_id` where it is edited here; `is_on_service` False: it was never published, or is gone."""

    pair: LanguagePair
    entry_count: int
    draft_id: str | None = None
    has_changes: bool = False
    is_on_service: bool = True


@dataclass(frozen=True, slots=True)
class Shelf:
    """One glossary. `key` names it for good on this computer; `glossary_id` is None while it is not on the service.

    `is_missing`: it was published, and the service does not list it any more.
    """

    key: str
    glossary_id: str | None
    name: str
    created: datetime | None = None
    rows: tuple[ShelfRow, ...] = ()
    is_missing: bool = False

    def row(self, pair: LanguagePair) -> ShelfRow | None:
        """The dictionary of this pair, matched by root languages."""
        return next((each for each in self.rows if each.pair.roots == pair.roots), None)

    @property
    def has_changes(self) -> bool:
        return any(each.has_changes for each in self.rows)


def arranged(glossaries: Sequence[Glossary] | None, drafts: Iterable[DraftRecord]) -> list[Shelf]:
    """Shelves by name. `glossaries` None: the service was not asked, and what it has is only known by the drafts."""
    shelves = {each.glossary_id: _shelf_of(each) for each in glossaries or ()}
    for draft in drafts:
        shelf = shelves.get(draft.shelf_key) or Shelf(
            draft.shelf_key,
            draft.glossary_id,
            draft.glossary_name,
            is_missing=glossaries is not None and draft.glossary_id is not None,
        )
        shelves[draft.shelf_key] = _with_draft(shelf, draft, is_asked=glossaries is not None)
    return sorted(shelves.values(), key=lambda shelf: (shelf.name.casefold(), shelf.key))


def _shelf_of(glossary: Glossary) -> Shelf:
    by_pair = sorted(glossary.dictionaries, key=lambda each: each.pair)
    rows = tuple(ShelfRow(each.pair, each.entry_count) for each in by_pair)
    return Shelf(glossary.glossary_id, glossary.glossary_id, glossary.name, glossary.created, rows)


def _with_draft(shelf: Shelf, draft: DraftRecord, *, is_asked: bool) -> Shelf:
    known = shelf.row(draft.pair)
    is_on_service = known is not None if is_asked else draft.base is not None
    # Without edits the service's count is the newer one.
    count = known.entry_count if known and not draft.has_changes else draft.entry_count
    row = ShelfRow(known.pair if known else draft.pair, count, draft.draft_id, draft.has_changes, is_on_service)
    others = tuple(each for each in shelf.rows if each is not known)
    return replace(shelf, rows=tuple(sorted((*others, row), key=lambda each: each.pair)))
