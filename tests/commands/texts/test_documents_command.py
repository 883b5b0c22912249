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
def letter(command_folder: CommandFolder) -> Path:
    path = command_folder.path / "letter.txt"
    path.write_text("The house is big.\n", "utf-8")
    return path


@pytest.mark.slow
def test_a_document_is_translated_beside_itself_with_a_glossary(command_folder: CommandFolder, letter: Path) -> None:
    command_folder.publish(("house", "vivienda"), pair=EN_ES)
    words = ("documents", str(letter), "--from", "en", "--to", "es", "--glossary", command_folder.name, "--yes")

    [done] = command_folder.json(*words)["documents"]

    assert (done["state"], done["glossary"], done["result"]) == (
        "saved",
        command_folder.name,
        str(command_folder.path / "letter.es.txt"),
    )
    assert "vivienda" in (command_folder.path / "letter.es.txt").read_text("utf-8")
    assert command_folder.run("documents") == 0
    assert "letter.txt" in command_folder.out


@pytest.mark.slow
def test_translations_in_a_folder_are_not_translated_again(command_folder: CommandFolder, letter: Path) -> None:
    folder = command_folder.path / "in"
    folder.mkdir()
    letter.rename(folder / "letter.txt")
    words = ("documents", str(folder), "--from", "en", "--to", "es")
    assert command_folder.run(*words, "--yes") == 0

    assert command_folder.json(*words, "--dry-run")["characters"] == len("The house is big.")
    assert command_folder.run(*words, "--dry-run") == 0
    assert "they are translations: letter.es.txt" in command_folder.err


@pytest.mark.slow
def test_a_folder_goes_into_another_one_under_chosen_names(command_folder: CommandFolder, letter: Path) -> None:
    folder, out = command_folder.path / "in", command_folder.path / "out"
    for each in (folder, out):
        each.mkdir()
    for name in ("a.txt", "b.txt"):
        (folder / name).write_bytes(letter.read_bytes())
    words = ("documents", str(folder), "--from", "en", "--to", "es", "-o", str(out), "--name", "{target} {name}")

    assert command_folder.run(*words, "--yes") == 0
    assert {each.name for each in out.iterdir()} == {"es a.txt", "es b.txt"}
    assert command_folder.run(*words[:-4], "-o", str(command_folder.path / "nowhere"), "--yes") == 2


def test_nothing_is_sent_by_a_dry_run_or_without_a_language(command_folder: CommandFolder, letter: Path) -> None:
    assert command_folder.json("documents", str(letter), "--to", "es", "--dry-run")["characters"] == len(
        "The house is big."
    )
    assert command_folder.json("documents")["documents"] == []
    assert command_folder.run("documents", str(letter)) == 2
    assert command_folder.run("documents", "--dry-run") == 2
    assert command_folder.run("documents", str(letter), "--to", "es", "--resume") == 2


def test_a_dry_run_says_why_it_counts_what_is_translated_already(command_folder: CommandFolder) -> None:
    path = command_folder.path / "half.xlf"
    path.write_text(
        """<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="a" source-language="en" target-language="fi" datatype="plaintext"><body>
<trans-unit id="1"><source>house</source><target>talo</target></trans-unit>
<trans-unit id="2"><source>big</source></trans-unit>
</body></file></xliff>""",
        "utf-8",
    )

    assert command_folder.run("documents", str(path), "--from", "en", "--to", "fi", "--dry-run") == 0

    assert command_folder.out.startswith("8 characters would be sent")
    assert "5 characters are translated already. The service gets whole documents" in command_folder.err


def test_what_is_no_document_is_left_out_with_the_reason(command_folder: CommandFolder, letter: Path) -> None:
    other = command_folder.path / "program.exe"
    other.write_bytes(b"MZ")

    assert command_folder.run("documents", str(other), "--to", "es", "--yes") == 2
    assert command_folder.run("documents", str(letter), str(other), "--from", "en", "--to", "es", "--yes") == 1
    assert "Left out: " in command_folder.err
    assert "saved" in command_folder.out


@pytest.mark.slow
def test_each_refused_file_is_named_with_what_to_do_instead(command_folder: CommandFolder, letter: Path) -> None:
    names = ("old.doc", "slides.ppt", "scan.gif")
    for name in names:
        (command_folder.path / name).write_bytes(b"content")
    refused = [str(command_folder.path / name) for name in names]
    remedies = ("Save it as docx.", "Save it as pptx.", "Type the text into")

    assert command_folder.run("documents", *refused, "--to", "es", "--dry-run") == 2
    alone = command_folder.err
    assert command_folder.run("documents", str(letter), *refused, "--to", "es", "--dry-run") == 1
    beside_others = command_folder.err

    for remedy in remedies:
        assert remedy in alone
        assert remedy in beside_others
    assert all(name in beside_others for name in names)


def test_what_waits_is_sent_only_when_that_is_asked_for(command_folder: CommandFolder, letter: Path) -> None:
    """The window was closed before the document was sent."""
    result = command_folder.path / "waited.txt"

    async def put_on_the_list() -> None:
        async with command_folder.records() as records:
            await records.document_jobs.add(
                [DocumentJob(command_folder.profile, str(letter), "en", "es", str(result), estimated=18)]
            )

    asyncio.run(put_on_the_list())
    assert command_folder.run("documents") == 1
    assert command_folder.run("documents", str(letter), "--to", "es", "--yes") == 2
    assert "wait to be sent already: letter.txt" in command_folder.err
    assert not result.exists()

    assert command_folder.run("documents", "--resume", "--yes") == 0
    assert result.exists()


def test_documents_are_removed_from_the_list_and_wait_again(command_folder: CommandFolder, letter: Path) -> None:
    states = (DocumentState.WAITING, DocumentState.REFUSED)

    async def put_on_the_list() -> None:
        async with command_folder.records() as records:
            await records.document_jobs.add(
                DocumentJob(
                    command_folder.profile, str(letter), "en", each, str(command_folder.path / each), state=state
                )
                for each, state in zip(("es", "fr"), states, strict=True)
            )

    asyncio.run(put_on_the_list())
    waits, failed = (str(each["number"]) for each in command_folder.json("documents")["documents"])

    assert command_folder.run("documents", "--remove", waits, "--dry-run") == 1
    assert command_folder.out == f"Would be removed: {waits}, letter.txt, es\n"
    assert len(command_folder.json("documents")["documents"]) == 2
    assert command_folder.run("documents", "--retry", waits) == 2
    assert "Only what failed can be sent again." in command_folder.err
    assert command_folder.json("documents", "--retry", failed)["is_done"] is True
    assert [each["state"] for each in command_folder.json("documents")["documents"]] == ["waiting", "waiting"]
    assert command_folder.run("documents", "--remove", waits, failed) == 0
    assert command_folder.out == f"Removed: {waits}, letter.txt, es\nRemoved: {failed}, letter.txt, fr\n"
    assert command_folder.json("documents")["documents"] == []
    assert command_folder.run("documents", "--remove", waits) == 2
    assert command_folder.run("documents", "--remove", waits, "--resume") == 2
