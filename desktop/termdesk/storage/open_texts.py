"""Text in a cell that is still open: kept until the cell is closed, so that it outlives the program."""

from __future__ import annotations

from dataclasses import dataclass, fields

from termdesk.storage.database import Database


@dataclass(frozen=True, slots=True)
class OpenText:
    """The text of the open cell of one table, as it was last stored.

    `owner` is the table, called `title`; the cell is in `row` and `column_name`, in a row whose first cell is `source`,
    and held `before`.
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
    """At most one text for each owner: only one cell of a table can be open."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, text: OpenText) -> None:
        """Keep a text in place of the one before; on disk when this returns."""
        values = tuple(_storable(getattr(text, each.name)) for each in fields(OpenText))
        insert = f"INSERT OR REPLACE INTO open_texts VALUES ({', '.join('?' * len(values))})"
        await self._database.run(lambda connection: connection.execute(insert, values))

    async def forget(self, owner: str) -> None:
        """The cell was closed."""
        delete = "DELETE FROM open_texts WHERE owner = ?"
        await self._database.run(lambda connection: connection.execute(delete, (owner,)))

    async def find(self, owner: str) -> OpenText | None:
        """The text that was being typed when the program ended without closing the cell."""
        query = f"SELECT {_COLUMNS} FROM open_texts WHERE owner = ?"
        row = await self._database.run(lambda connection: connection.execute(query, (owner,)).fetchone())
        return OpenText(*row) if row else None

    async def all(self, profile: str) -> list[OpenText]:
        """What is kept for all tables of a profile that are still there."""
        query = f"""SELECT {_COLUMNS} FROM open_texts WHERE profile = ? AND EXISTS (SELECT 1 FROM drafts
            WHERE owner = draft_id OR owner = 'wide ' || shelf_key || ' ' || drafts.source) ORDER BY title"""
        rows = await self._database.run(lambda connection: connection.execute(query, (profile,)).fetchall())
        return [OpenText(*row) for row in rows]


def _storable(value: object) -> object:
    # Half a character, pasted from elsewhere, could not be stored otherwise.
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value
