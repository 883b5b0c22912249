"""The text of a cell that is still being edited, stored so that it survives a crash."""

from __future__ import annotations

from dataclasses import dataclass, fields

from termdesk.storage.database import Database


@dataclass(frozen=True, slots=True)
class OpenText:
    """The last stored text of the open cell of one table.

    `owner` identifies the table, `title` is its title. The cell is in `row` and `column_name`, in a row whose first
    cell is `source`, and held `before` when it was opened.
    """

    owner: str
    profile: str
    title: str
    row: int
    column_name: str
    source: str
    before: str
    text: str


_COLUMNS = ", ".join(f"open_texts.{each.name}" for each in fields(OpenText))


class OpenTexts:
    """At most one text for each owner, because only one cell of a table can be open."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, text: OpenText) -> None:
        """Replace the stored text of a table. It is on disk when this returns."""
        values = tuple(_storable(getattr(text, each.name)) for each in fields(OpenText))
        insert = f"INSERT OR REPLACE INTO open_texts VALUES ({', '.join('?' * len(values))})"
        await self._database.run(lambda connection: connection.execute(insert, values))

    async def forget(self, owner: str) -> None:
        """Delete the text of a table whose cell was closed."""
        delete = "DELETE FROM open_texts WHERE owner = ?"
        await self._database.run(lambda connection: connection.execute(delete, (owner,)))

    async def find(self, owner: str) -> OpenText | None:
        """Return the text of a cell that was still open when the program ended."""
        query = f"SELECT {_COLUMNS} FROM open_texts WHERE owner = ?"
        row = await self._database.run(lambda connection: connection.execute(query, (owner,)).fetchone())
        return OpenText(*row) if row else None

    async def all(self, profile: str) -> list[OpenText]:
        """Return the stored texts of all tables of a profile that still exist."""
        query = f"""SELECT {_COLUMNS} FROM open_texts WHERE profile = ? AND EXISTS (SELECT 1 FROM drafts
            WHERE owner = draft_id OR owner = 'wide ' || shelf_key || ' ' || drafts.source) ORDER BY title"""
        rows = await self._database.run(lambda connection: connection.execute(query, (profile,)).fetchall())
        return [OpenText(*row) for row in rows]


def _storable(value: object) -> object:
    # A lone surrogate, pasted from elsewhere, could not be stored otherwise.
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value
