"""Status, domain and note of an entry. They never leave this computer."""

from __future__ import annotations

from dataclasses import dataclass, replace

PREFERRED, ADMITTED, FORBIDDEN = "preferred", "admitted", "forbidden"
STATUSES = ("", PREFERRED, ADMITTED, FORBIDDEN)

# The grid's columns after source and target (0 and 1).
STATUS, DOMAIN, NOTE = 2, 3, 4
# The field of `EntryDetail` that each of these columns holds.
_FIELDS = {STATUS: "status", DOMAIN: "domain", NOTE: "note"}
DETAIL_COLUMNS = tuple(_FIELDS)


@dataclass(frozen=True, slots=True)
class EntryDetail:
    """`status` is one of `STATUSES`. A forbidden entry names a target that must not be used; it is never published."""

    status: str = ""
    note: str = ""
    domain: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether there is no status, domain or note."""
        return not (self.status or self.note or self.domain)

    @property
    def is_forbidden(self) -> bool:
        """Whether the target must not be used."""
        return self.status == FORBIDDEN

    def text(self, column: int) -> str:
        """The text of a detail column."""
        text: str = getattr(self, _FIELDS[column])
        return text

    def with_text(self, column: int, text: str) -> EntryDetail:
        """A copy with another text in a detail column. Raises ValueError for an unknown status."""
        if column == STATUS and text not in STATUSES:
            raise ValueError(f"not a status: {text}")
        return replace(self, **{_FIELDS[column]: text})


NO_DETAIL = EntryDetail()
