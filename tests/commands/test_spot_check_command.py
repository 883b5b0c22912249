"""`termdesk spot-check`, as it is typed: what it prints, and what its exit code tells."""

from __future__ import annotations

import asyncio
import contextlib
import json
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.fork_server import forked_services
from termdesk.application.glossaries.library.library import Library
from termdesk.application.session.session import Session
from termdesk.command_line import main
from termdesk.commands.spot_check_command import _opened
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.spot_check.judgements import Judged, Verdict
from termdesk.domain.spot_check.sentence_set import SentenceSet
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.records import Records
from termdesk.storage.settings_store import SettingsStore

PAIR = LanguagePair("en", "es")
SENTENCES = ("The contract is valid.", "The house is big.")


@pytest.fixture(scope="module", autouse=True)
def _services_are_forked() -> Iterator[None]:
    with forked_services():
        yield


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of the program with a set, and a glossary that was never published."""

    async def prepare() -> None:
        folders = Folders.under(tmp_path)
        session = Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None))
        async with Records(folders.data / "termdesk.db") as records:
            await records.spot_check.sets.put(SentenceSet("1", "Law", PAIR, SENTENCES))
            library = Library(session, records)
            entries = Entries(["contract", "house"], ["convenio", "vivienda"])
            await library.close(await library.new("Terms", PAIR, entries))

    asyncio.run(prepare())
    return tmp_path


def run(folder: Path, *words: str) -> int:
    return main(["spot-check", "Law", "--glossary", "Terms", "--folder", str(folder), *words])


def judge(folder: Path, output: str) -> None:
    """Say of the first term that it is wrong in this translation."""

    async def put() -> None:
        async with Records(Folders.under(folder).data / "termdesk.db") as records:
            judged = Judged(SENTENCES[0], output, "contract", "convenio")
            await records.spot_check.verdicts.put(PAIR, judged, Verdict.WRONG)

    asyncio.run(put())


def test_the_exit_code_tells_whether_the_adherence_fell(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "--set-baseline", "--json", "--report", str(folder / "report.html")) == 0
    read = json.loads(capsys.readouterr().out)
    assert (read["adherence"], read["set"], read["glossary"]) == (1.0, "Law", "Terms")
    assert "convenio" in (folder / "report.html").read_text("utf-8")
    assert run(folder, "--threshold", "100") == 0
    assert "Adherence: 100.0% (2 of 2)" in capsys.readouterr().out

    judge(folder, read["sentences"][0]["after"])

    assert run(folder) == 1
    printed = capsys.readouterr().out
    assert "missed: contract → convenio (sentence 1)" in printed
    assert "Baseline: 100.0%; entries that became worse: 1" in printed
    assert run(folder, "--set-baseline", "--threshold", "51") == 1
    assert run(folder, "--threshold", "50%") == 0


def test_a_name_that_two_glossaries_have_is_not_enough(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def add() -> str:
        folders = Folders.under(folder)
        session = Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None))
        async with Records(folders.data / "termdesk.db") as records:
            library = Library(session, records)
            made = await library.new("Terms", PAIR, Entries(["contract", "house"], ["contrato", "casa"]))
            await library.close(made)
            return made.draft.glossary_key

    key = asyncio.run(add())

    assert run(folder) == 2
    assert "2 glossaries are called “Terms”" in capsys.readouterr().err
    assert main(["spot-check", "Law", "--glossary", key, "--folder", str(folder)]) == 0


def test_what_is_not_there_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["spot-check", "Other", "--glossary", "Terms", "--folder", str(folder)]) == 2
    assert "no sentence set “Other”. These are there: Law." in capsys.readouterr().err
    assert main(["spot-check", "Law", "--glossary", "Other", "--folder", str(folder)]) == 2
    assert "no glossary “Other”. These are there: Terms." in capsys.readouterr().err
    assert run(folder, "--report", "report.pdf") == 2
    assert run(folder, "--draft") == 2
    assert "not on the service" in capsys.readouterr().err


def test_what_was_uploaded_for_a_run_that_fails_is_deleted_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order, stop = list[str](), Session.stop

    async def note_stop(session: Session) -> None:
        order.append("stopped")
        await stop(session)

    async def delete() -> None:
        await asyncio.sleep(0)
        order.append("deleted")

    async def fail() -> None:
        with contextlib.suppress(InvalidInput):
            async with _opened(Namespace(folder=tmp_path, profile=None, draft=False)) as checks:
                checks._uploads._deletions.add(asyncio.create_task(delete()))
                raise InvalidInput("x")

    monkeypatch.setattr(Session, "stop", note_stop)
    asyncio.run(fail())
    assert order == ["deleted", "stopped"]


@pytest.mark.parametrize("typed", ["x", "101", "-1"])
def test_a_threshold_is_a_percentage(typed: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["spot-check", "Law", "--glossary", "Terms", "--threshold", typed])
    assert end.value.code == 2
