"""What a terminologist knows of an entry beside its phrases: status, domain and note. It never leaves the computer."""

from __future__ import annotations

from dataclasses import dataclass, replace

PREFERRED, ADMITTED, FORBIDDEN = "preferred", "admitted", "forbidden"
STATUSES = ("", PREFERRED, ADMITTED, FORBIDDEN)

# The grid's columns behind source and target (0 and 1).
STATUS, DOMAIN, NOTE = 2, 3, 4
# The field of `EntryDetail` that each of these columns holds.
_FIELDS = {STATUS: "status", DOMAIN: "domain", NOTE: "note"}
DETAIL_COLUMNS = tuple(_FIELDS)


@dataclass(frozen=True, slots=True)
class EntryDetail:
    """`status` is one of `STATUSES`: a forbidden entry names a target that must not be used, and is never published."""

    status: str = ""
    note: str = ""
    domain: str = ""

    @property
    def is_empty(self) -> bool:
        return not (self.status or self.note or self.domain)

    @property
    def is_forbidden(self) -> bool:
        return self.status == FORBIDDEN

    def text(self, column: int) -> str:
        """The text in one of the detail columns."""
        text: str = getattr(self, _FIELDS[column])
        return text

    def with_text(self, column: int, text: str) -> EntryDetail:
        """With another text in one of the detail columns. Raises ValueError for a status that does not exist."""
        if column == STATUS and text not in STATUSES:
            raise ValueError(f"not a status: {text}")
        return replace(self, **{_FIELDS[column]: text})


NO_DETAIL = EntryDetail()
