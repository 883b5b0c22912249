"""Listed documents survive a restart, each with what is needed to fetch it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from termdesk.storage.documents.document_jobs import DocumentJob, DocumentState, OpenDocuments
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

JOB = DocumentJob(
    "local",
    "/x/größe.txt",
    "en",
    "es",
    "/x/größe.es.txt",
    glossary_id="g",
    estimated=17,
    output_format="docx",
    memory_id="m",
    memory_threshold=80,
    style_id="s",
)


async def test_a_document_comes_back_as_it_was_stored(tmp_path: Path) -> None:
    path = tmp_path / "termdesk.db"
    async with Records(path) as records:
        [first, second] = await records.document_jobs.add([JOB, replace(JOB, target="fr")])
        sent = replace(first, state=DocumentState.TRANSLATING, document_id="A", document_key="B", billed=20)
        await records.document_jobs.update(sent)

    async with Records(path) as records:
        assert await records.document_jobs.all("local") == [sent, second]
        assert await records.document_jobs.all("another") == []


async def test_what_is_left_to_do_is_counted_for_each_service(tmp_path: Path) -> None:
    async with Records(tmp_path / "termdesk.db") as records:
        assert await records.document_jobs.open_by_profile() == []

        states = {
            "local": [DocumentState.SAVED, DocumentState.WAITING, DocumentState.WAITING, DocumentState.LOST],
            "custom a:1": [DocumentState.TRANSLATING, DocumentState.SENDING, DocumentState.UNCLEAR],
            "done": [DocumentState.SAVED],
        }
        jobs = [replace(JOB, profile=profile, state=each) for profile, all_of in states.items() for each in all_of]
        await records.document_jobs.add(jobs)

        assert await records.document_jobs.open_by_profile() == [
            OpenDocuments("custom a:1", at_service=1, unclear=1),
            OpenDocuments("local", waiting=2),
        ]


async def test_what_is_removed_is_gone(tmp_path: Path) -> None:
    async with Records(tmp_path / "termdesk.db") as records:
        first, second = await records.document_jobs.add([JOB, JOB])

        await records.document_jobs.remove([first])

        assert await records.document_jobs.all("local") == [second]
