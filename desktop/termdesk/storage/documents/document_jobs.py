"""The documents that are being translated. Each is stored, with all that is needed to fetch it, before it is sent."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from enum import StrEnum

from termdesk.storage.database import Database


class DocumentState(StrEnum):
    """The state of a document."""

    WAITING = "waiting"  # not sent
    SENDING = "sending"  # on its way
    UNCLEAR = "unclear"  # sent, but the response did not arrive: it may be billed and cannot be fetched
    TRANSLATING = "translating"  # uploaded: the service returned an id for it
    SAVED = "saved"
    REFUSED = "refused"  # the service rejected it, or could not translate it
    LOST = "lost"  # the service no longer has it

    @property
    def is_repeatable(self) -> bool:
        """Whether the document failed, and can be sent again."""
        return self in (DocumentState.UNCLEAR, DocumentState.REFUSED, DocumentState.LOST)


@dataclass(frozen=True, slots=True)
class DocumentJob:
    """One document to be translated into one language.

    An empty `source` means that the service detects the language. `estimated` and `billed` are characters; `billed` is
    None until the service reports it. `document_id` and `document_key` are empty unless the service has the document.
    `ledger_number` is the number of its call in the usage ledger. `reason` is the explanation of the service if it
    refused the document. An empty `output_format` means the format of the original. `memory_threshold` is the lowest
    match, in percent, for which segments of the translation memory are used. An empty `style_id` means no style rules.
    """

    profile: str
    path: str
    source: str
    target: str
    result_path: str
    glossary_id: str = ""
    glossary_name: str = ""
    state: DocumentState = DocumentState.WAITING
    document_id: str = ""
    document_key: str = ""
    ledger_number: int | None = None
    estimated: int = 0
    billed: int | None = None
    reason: str = ""
    output_format: str = ""
    memory_id: str = ""
    memory_threshold: int = 0
    style_id: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class OpenDocuments:
    """Number of unfinished documents of one profile. `unclear` ones were being sent when the program ended."""

    profile: str
    waiting: int = 0
    at_service: int = 0
    unclear: int = 0


_NAMES = [each.name for each in fields(DocumentJob)]
_COLUMNS = ", ".join(_NAMES)


class DocumentJobs:
    """The documents of all profiles."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def all(self, profile: str) -> list[DocumentJob]:
        """Return the documents of one profile, in the order in which they were added."""
        query = f"SELECT {_COLUMNS} FROM documents WHERE profile = ? ORDER BY number"
        rows = await self._database.run(lambda connection: connection.execute(query, (profile,)).fetchall())
        return [_job(row) for row in rows]

    async def open_by_profile(self) -> list[OpenDocuments]:
        """Return the unfinished documents by profile, ordered by name. Other profiles are left out."""
        states = (DocumentState.WAITING, DocumentState.TRANSLATING, DocumentState.SENDING)
        counts = ", ".join("COUNT(CASE state WHEN ? THEN 1 END)" for _ in states)
        marks = ", ".join("?" * len(states))
        query = f"SELECT profile, {counts} FROM documents WHERE state IN ({marks}) GROUP BY profile ORDER BY profile"
        rows = await self._database.run(lambda connection: connection.execute(query, (*states, *states)).fetchall())
        return [OpenDocuments(*row) for row in rows]

    async def add(self, jobs: Iterable[DocumentJob]) -> list[DocumentJob]:
        """Store new documents and return them with their numbers. Raises StorageFailed if they would not be kept."""
        self._database.must_keep()
        names = _NAMES[:-1]
        insert = f"INSERT INTO documents ({', '.join(names)}, changed_at) VALUES ({', '.join('?' * (len(names) + 1))})"
        new = list(jobs)
        moment = time.time()
        numbers = await self._database.run(
            lambda connection: [
                connection.execute(insert, (*(getattr(job, name) for name in names), moment)).lastrowid for job in new
            ]
        )
        return [replace(job, number=number or 0) for job, number in zip(new, numbers, strict=True)]

    async def update(self, job: DocumentJob) -> None:
        """Store the new state of a document. It is on disk when this returns."""
        names = _NAMES[:-1]
        update = f"UPDATE documents SET {', '.join(f'{name} = ?' for name in names)}, changed_at = ? WHERE number = ?"
        values = (*(getattr(job, name) for name in names), time.time(), job.number)
        await self._database.run(lambda connection: connection.execute(update, values))

    async def remove(self, jobs: Iterable[DocumentJob]) -> None:
        """Forget documents. Their translations can then no longer be fetched from the service."""
        numbers = [(job.number,) for job in jobs]
        delete = "DELETE FROM documents WHERE number = ?"
        await self._database.run(lambda connection: connection.executemany(delete, numbers))


def _job(row: tuple[object, ...]) -> DocumentJob:
    values = dict(zip(_NAMES, row, strict=True))
    values["state"] = DocumentState(str(values["state"]))
    return DocumentJob(**values)  # type: ignore[arg-type]  # the columns have the types of the fields
