"""`termdesk documents`."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from support.services.command_folder import CommandFolder
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.documents.document_jobs import DocumentJob, DocumentState

EN_ES = LanguagePair("en", "es")


@pytest.fixture
def letter(desk: CommandFolder) -> Path:
    path = desk.path / "letter.txt"
    path.write_text("The house is big.\n", "utf-8")
    return path


def test_a_document_is_translated_beside_itself_with_a_glossary(desk: CommandFolder, letter: Path) -> None:
    desk.publish(("house", "vivienda"), pair=EN_ES)
    words = ("documents", str(letter), "--from", "en", "--to", "es", "--glossary", desk.name, "--yes")

    [done] = desk.json(*words)["documents"]

    assert (done["state"], done["glossary"], done["result"]) == ("saved", desk.name, str(desk.path / "letter.es.txt"))
    assert "vivienda" in (desk.path / "letter.es.txt").read_text("utf-8")
    assert desk.run("documents") == 0
    assert "letter.txt" in desk.out


def test_translations_in_a_folder_are_not_translated_again(desk: CommandFolder, letter: Path) -> None:
    folder = desk.path / "in"
    folder.mkdir()
    letter.rename(folder / "letter.txt")
    words = ("documents", str(folder), "--from", "en", "--to", "es")
    assert desk.run(*words, "--yes") == 0

    assert desk.json(*words, "--dry-run")["characters"] == len("The house is big.")
    assert desk.run(*words, "--dry-run") == 0
    assert "they are translations: letter.es.txt" in desk.err


def test_a_folder_goes_into_another_one_under_chosen_names(desk: CommandFolder, letter: Path) -> None:
    folder, out = desk.path / "in", desk.path / "out"
    for each in (folder, out):
        each.mkdir()
    for name in ("a.txt", "b.txt"):
        (folder / name).write_bytes(letter.read_bytes())
    words = ("documents", str(folder), "--from", "en", "--to", "es", "-o", str(out), "--name", "{target} {name}")

    assert desk.run(*words, "--yes") == 0
    assert {each.name for each in out.iterdir()} == {"es a.txt", "es b.txt"}
    assert desk.run(*words[:-4], "-o", str(desk.path / "nowhere"), "--yes") == 2


def test_nothing_is_sent_by_a_dry_run_or_without_a_language(desk: CommandFolder, letter: Path) -> None:
    assert desk.json("documents", str(letter), "--to", "es", "--dry-run")["characters"] == len("The house is big.")
    assert desk.json("documents")["documents"] == []
    assert desk.run("documents", str(letter)) == 2
    assert desk.run("documents", "--dry-run") == 2
    assert desk.run("documents", str(letter), "--to", "es", "--resume") == 2


def test_what_is_no_document_is_left_out_with_the_reason(desk: CommandFolder, letter: Path) -> None:
    other = desk.path / "program.exe"
    other.write_bytes(b"MZ")

    assert desk.run("documents", str(other), "--to", "es", "--yes") == 2
    assert desk.run("documents", str(letter), str(other), "--from", "en", "--to", "es", "--yes") == 1
    assert "Left out: " in desk.err
    assert "saved" in desk.out


def test_what_waits_is_sent_only_when_that_is_asked_for(desk: CommandFolder, letter: Path) -> None:
    """The window was closed before the document was sent."""
    result = desk.path / "waited.txt"

    async def put_on_the_list() -> None:
        async with desk.records() as records:
            await records.document_jobs.add(
                [DocumentJob(desk.profile, str(letter), "en", "es", str(result), estimated=18)]
            )

    asyncio.run(put_on_the_list())
    assert desk.run("documents") == 1
    assert desk.run("documents", str(letter), "--to", "es", "--yes") == 2
    assert "wait to be sent already: letter.txt" in desk.err
    assert not result.exists()

    assert desk.run("documents", "--resume", "--yes") == 0
    assert result.exists()


def test_documents_are_removed_from_the_list_and_wait_again(desk: CommandFolder, letter: Path) -> None:
    states = (DocumentState.WAITING, DocumentState.REFUSED)

    async def put_on_the_list() -> None:
        async with desk.records() as records:
            await records.document_jobs.add(
                DocumentJob(desk.profile, str(letter), "en", each, str(desk.path / each), state=state)
                for each, state in zip(("es", "fr"), states, strict=True)
            )

    asyncio.run(put_on_the_list())
    waits, failed = (str(each["number"]) for each in desk.json("documents")["documents"])

    assert desk.run("documents", "--remove", waits, "--dry-run") == 1
    assert desk.out == f"Would be removed: {waits}, letter.txt, es\n"
    assert len(desk.json("documents")["documents"]) == 2
    assert desk.run("documents", "--retry", waits) == 2
    assert "Only what failed can be sent again." in desk.err
    assert desk.json("documents", "--retry", failed)["is_done"] is True
    assert [each["state"] for each in desk.json("documents")["documents"]] == ["waiting", "waiting"]
    assert desk.run("documents", "--remove", waits, failed) == 0
    assert desk.out == f"Removed: {waits}, letter.txt, es\nRemoved: {failed}, letter.txt, fr\n"
    assert desk.json("documents")["documents"] == []
    assert desk.run("documents", "--remove", waits) == 2
    assert desk.run("documents", "--remove", waits, "--resume") == 2
