"""Status, domain, note and further fields of an entry. They are never sent to a service."""

from __future__ import annotations

from dataclasses import dataclass

from termdesk.domain.entries.term_fields import Fields

PREFERRED, ADMITTED, FORBIDDEN = "preferred", "admitted", "forbidden"
STATUSES = ("", PREFERRED, ADMITTED, FORBIDDEN)

# The grid's columns after source and target (0 and 1).
STATUS, DOMAIN, NOTE = 2, 3, 4
# The field of `EntryDetail` that each of these columns holds.
_FIELDS = {STATUS: "status", DOMAIN: "domain", NOTE: "note"}
DETAIL_COLUMNS = tuple(_FIELDS)


@dataclass(frozen=True, slots=True)
class EntryDetail:
    """Status, domain, note and further fields of an entry. `status` is one of `STATUSES`.

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
        return not (self.status or self.note or self.domain or self.fields)

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
        texts = {name: text if name == _FIELDS[column] else getattr(self, name) for name in _FIELDS.values()}
        return EntryDetail(**texts, fields=self.fields)


NO_DETAIL = EntryDetail()
