"""What a terminologist knows of an entry beside its phrases: status, domain and note. It never leaves the computer."""

from __future__ import annotations

from dataclasses import dataclass, replace

PREFERRED, ADMITTED, FORBIDDEN = "preferred", "admitted", "forbidden"
STATUSES = ("", PREFERRED, ADMITTED, FORBIDDEN)

# The grid's columns behind source and target (0 and 1).
STATUS, DOMAIN, NOTE = 2, 3, 4
DETAIL_COLUMNS = (STATUS, DOMAIN, NOTE)


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
        """What stands in one of the detail columns."""
        return self.status if column == STATUS else self.domain if column == DOMAIN else self.note

    def with_text(self, column: int, text: str) -> EntryDetail:
        """With another text in one of the detail columns. Raises ValueError for a status that does not exist."""
        match column:
            case 2:
                if text not in STATUSES:
                    raise ValueError(f"not a status: {text}")
                return replace(self, status=text)
            case 3:
                return replace(self, domain=text)
        return replace(self, note=text)


NO_DETAIL = EntryDetail()
