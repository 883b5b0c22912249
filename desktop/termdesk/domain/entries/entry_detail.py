"""Status, domain, note and further fields of an entry. They are never sent to a service."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import attrgetter

from termdesk.domain.entries.term_fields import Fields, fields_of

PREFERRED, ADMITTED, FORBIDDEN = "preferred", "admitted", "forbidden"
STATUSES = ("", PREFERRED, ADMITTED, FORBIDDEN)

# The grid's columns after source and target (0 and 1).
STATUS, DOMAIN, NOTE = 2, 3, 4
# The field of `EntryDetail` that each of these columns holds: also its name in stored versions, releases and commands.
COLUMN_FIELDS = {STATUS: "status", DOMAIN: "domain", NOTE: "note"}
DETAIL_COLUMNS = tuple(COLUMN_FIELDS)
_texts_of = attrgetter(*COLUMN_FIELDS.values())


@dataclass(frozen=True, slots=True)
class EntryDetail:
    """Status, domain, note and further fields of an entry. `status` is one of `STATUSES`.

    The columns are in the attributes that `COLUMN_FIELDS` names; a new column is added there and here, at the end.

    A forbidden entry names a target that must not be used; it is never published. `fields` are pairs of a name from
    `term_fields` and a text: a definition, a part of speech, and so on.
    """

    status: str = ""
    note: str = ""
    domain: str = ""
    fields: Fields = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is no status, domain, note or field."""
        return not (any(_texts_of(self)) or self.fields)

    @property
    def is_forbidden(self) -> bool:
        """Whether the target must not be used."""
        return self.status == FORBIDDEN

    def text(self, column: int) -> str:
        """The text of a detail column."""
        text: str = getattr(self, COLUMN_FIELDS[column])
        return text

    def with_text(self, column: int, text: str) -> EntryDetail:
        """A copy with another text in a detail column. Raises ValueError for an unknown status."""
        if column == STATUS and text not in STATUSES:
            raise ValueError(f"not a status: {text}")
        texts = dict(zip(COLUMN_FIELDS.values(), _texts_of(self), strict=True))
        return EntryDetail(**(texts | {COLUMN_FIELDS[column]: text}), fields=self.fields)

    def as_texts(self) -> list[tuple[str, str]]:
        """All texts with their names: the columns in their order, then the further fields. Empty ones are left out."""
        own = zip(COLUMN_FIELDS.values(), _texts_of(self), strict=True)
        return [(name, text) for name, text in (*own, *self.fields) if text]

    @classmethod
    def from_texts(cls, texts: Mapping[str, str]) -> EntryDetail:
        """The details from the names and texts of `as_texts`."""
        own = {name: texts.get(name, "") for name in COLUMN_FIELDS.values()}
        return cls(**own, fields=fields_of((name, text) for name, text in texts.items() if name not in own))

    def with_each_text(self, change: Callable[[str], str]) -> EntryDetail:
        """A copy with all texts changed, also those of further fields."""
        own = zip(COLUMN_FIELDS.values(), map(change, _texts_of(self)), strict=True)
        return EntryDetail(**dict(own), fields=tuple((name, change(text)) for name, text in self.fields))

    def merge_with(self, other: EntryDetail, merge: Callable[[str, str], str], *, fields: Fields) -> EntryDetail:
        """A copy whose columns have both texts merged by `merge`, which returns equal texts as they are.

        It is also called with empty texts.
        """
        texts, others = _texts_of(self), _texts_of(other)
        # Most entries of a file that is imported again have the same details.
        if texts == others and fields == self.fields:
            return self
        merged = map(merge, texts, others)
        return EntryDetail(**dict(zip(COLUMN_FIELDS.values(), merged, strict=True)), fields=fields)


NO_DETAIL = EntryDetail()
