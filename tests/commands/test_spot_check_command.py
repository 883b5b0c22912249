"""`termdesk spot-check`: its output and its exit codes."""

from __future__ import annotations

import asyncio
import contextlib
import json
from argparse import Namespace
from pathlib import Path

import pytest

from support.services.command_folder import CommandFolder
from support.spot_check_results import made_result, with_baseline, with_undecided
from termdesk.application.glossaries.library.library import Library
from termdesk.application.session.session import Session
from termdesk.command_line import main
from termdesk.commands.spot_check_command import _describe_missing_share, _open_spot_checks, _summary
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.spot_check.judgments import Judged, Verdict
from termdesk.domain.spot_check.sentence_set import SentenceSet
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.records import Records
from termdesk.storage.settings.settings_store import SettingsStore

PAIR = LanguagePair("en", "es")
SENTENCES = ("The contract is valid.", "The house is big.")


@pytest.fixture
def tried(command_folder: CommandFolder) -> CommandFolder:
    """A program folder with a sentence set and an unpublished glossary."""

    async def prepare() -> None:
        async with command_folder.records() as records:
            await records.spot_check.sets.put(SentenceSet("1", "Law", PAIR, SENTENCES))
            await add_glossary(command_folder, records, "convenio", "vivienda")

    asyncio.run(prepare())
    return command_folder


async def add_glossary(command_folder: CommandFolder, records: Records, *targets: str, name: str = "Terms") -> str:
    """Store a glossary as a draft, and return its key."""
    folders = Folders.under(command_folder.path)
    session = Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None))
    library = Library(session, records)
    made = await library.new(name, PAIR, Entries(["contract", "house"], targets))
    await library.close(made)
    return made.draft.glossary_key


def run(command_folder: CommandFolder, *words: str, glossary: str = "Terms", name: str = "Law") -> int:
    return command_folder.run("spot-check", name, "--glossary", glossary, "--yes", *words)


def judge(command_folder: CommandFolder, output: str) -> None:
    """Give the verdict that the first term is wrong in this translation."""

    async def put() -> None:
        async with command_folder.records() as records:
            judged = Judged(SENTENCES[0], output, "contract", "convenio")
            await records.spot_check.verdicts.put(PAIR, judged, Verdict.WRONG)

    asyncio.run(put())


@pytest.mark.slow
def test_the_exit_code_tells_whether_the_adherence_fell(tried: CommandFolder) -> None:
    reports = ("--report", str(tried.path / "report.html"), "--report", str(tried.path / "report.json"))
    assert run(tried, "--set-baseline", "--json", *reports) == 0
    read = json.loads(tried.out)
    assert (read["adherence"], read["set"], read["glossary"]) == (1.0, "Law", "Terms")
    assert all("convenio" in (tried.path / f"report.{ending}").read_text("utf-8") for ending in ("html", "json"))
    assert run(tried, "--threshold", "100") == 0
    assert "Adherence: 100.0% (2 of 2)" in tried.out

    judge(tried, read["sentences"][0]["after"])

    assert run(tried) == 1
    assert "missed: contract → convenio (sentence 1)" in tried.out
    assert "Baseline: 100.0%; entries that became worse: 1" in tried.out
    assert "The adherence of 50.00% is below that of the baseline, 100.00%." in tried.err
    assert run(tried, "--set-baseline", "--threshold", "51") == 1
    assert "The adherence of 50.00% is below the threshold, 51.00%." in tried.err
    assert run(tried, "--threshold", "50%") == 0


@pytest.mark.slow
def test_where_nothing_was_measured_no_expectation_is_met(tried: CommandFolder, tmp_path: Path) -> None:
    file = tmp_path / "law.txt"
    file.write_text("The sky is blue.", "utf-8")

    # Without a threshold or a baseline, nothing is expected.
    assert run(tried, name=str(file)) == 0
    assert "Adherence: no term seen" in tried.out
    assert "cannot be compared" not in tried.err

    assert run(tried, "--threshold", "100", "--json", name=str(file)) == 1
    [note] = json.loads(tried.out)["notes"]
    assert note == (
        "The adherence cannot be compared with the threshold: nothing was measured. No sentence contains a term of the "
        "glossary. Add sentences with its terms, or use another glossary."
    )
    assert note in tried.err


def test_a_baseline_is_not_reached_without_any_term(tried: CommandFolder, tmp_path: Path) -> None:
    file = tmp_path / "law.txt"
    file.write_text("\n".join(SENTENCES), "utf-8")
    assert run(tried, "--set-baseline", name=str(file)) == 0

    file.write_text("The sky is blue.", "utf-8")

    assert run(tried, name=str(file)) == 1
    assert "cannot be compared with the baseline: nothing was measured. No sentence contains a term" in tried.err


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (1, "1 term was found, but whether it was used cannot be decided"),
        (2, "2 terms were found, but whether they were used cannot be decided"),
    ],
)
def test_terms_whose_use_cannot_be_decided_are_counted(count: int, words: str) -> None:
    result = with_undecided(made_result(), count)

    assert _summary(result) == [f"Adherence: {words} (0 of 0)", "not decidable: pump → bomba (sentence 1)"]
    assert _describe_missing_share(result, None) == []
    [sentence] = _describe_missing_share(with_baseline(result), 0.5)
    assert f"with the threshold and the baseline: nothing was measured. {words}. Say in the Spot-check" in sentence
    assert _describe_missing_share(made_result(), 0.5) == []


@pytest.mark.slow
def test_a_baseline_of_another_glossary_is_not_compared_unless_it_is_replaced(tried: CommandFolder) -> None:
    assert run(tried, "--set-baseline") == 0

    async def add() -> None:
        async with tried.records() as records:
            await add_glossary(tried, records, "contrato", "casa", name="Other terms")

    asyncio.run(add())

    assert run(tried, glossary="Other terms") == 1
    assert "The baseline was made with the glossary “Terms”, so this run is not compared with it." in tried.err
    assert "Baseline:" not in tried.out
    assert run(tried, "--set-baseline", glossary="Other terms") == 0
    assert run(tried, glossary="Other terms") == 0
    assert "Baseline: 100.0%; entries that became worse: 0" in tried.out


def test_a_sample_within_a_budget_is_checked_and_names_what_it_does_not_show(
    tried: CommandFolder, tmp_path: Path
) -> None:
    file = tmp_path / "law.txt"
    file.write_text("The contract is valid.\nThe contract is very valid and very long.", "utf-8")

    assert run(tried, "--sample", "30", name=str(file)) == 0
    assert "Sample: 1 sentence shows 1 of 2 terms\nin no sentence: house\nAdherence: 100.0% (1 of 1)" in tried.out
    assert run(tried, "--sample", "25", "--json") == 0
    read = json.loads(tried.out)
    assert read["sample"]["beyond_budget"] == ["contract"]
    assert len(read["sentences"]) == 1
    assert run(tried, "--sample", "0") == 2


@pytest.mark.slow
def test_a_file_of_sentences_is_tried_as_it_is(tried: CommandFolder, tmp_path: Path) -> None:
    file = tmp_path / "law.txt"
    file.write_text("\n".join(SENTENCES), "utf-8")

    assert run(tried, "--json", "--set-baseline", name=str(file)) == 0
    read = json.loads(tried.out)
    assert (read["set"], [each["text"] for each in read["sentences"]]) == ("law.txt", list(SENTENCES))
    judge(tried, read["sentences"][0]["after"])

    # Now nothing is left to send.
    assert run(tried, name=str(file)) == 1
    assert "Baseline: 100.0%; entries that became worse: 1" in tried.out
    assert "The adherence of 50.00% is below that of the baseline, 100.00%." in tried.err
    assert run(tried) == 0
    assert tried.run("spot-check", "Laws", "--glossary", "Terms") == 2
    assert "Use one of: Law." in tried.err


def test_a_file_that_holds_no_sentences_is_refused(tried: CommandFolder, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text(" \n", "utf-8")
    (tmp_path / "picture.png").write_bytes(b"")

    assert run(tried, name=str(tmp_path / "empty.txt")) == 2
    assert "empty.txt" in tried.err
    assert run(tried, name=str(tmp_path / "picture.png")) == 2
    assert "These are read: .txt, .docx" in tried.err
    (tmp_path / "law.txt").write_text(SENTENCES[0], "utf-8")
    assert run(tried, "--pair", "en-fr", name=str(tmp_path / "law.txt")) == 2
    assert "has no dictionary en → fr" in tried.err


@pytest.mark.slow
def test_a_dry_run_tells_what_would_be_sent_and_sends_nothing(tried: CommandFolder) -> None:
    both_sides = 2 * sum(map(len, SENTENCES))

    for _ in range(2):
        reported = tried.json("spot-check", "Law", "--glossary", "Terms", "--dry-run")
        assert (reported["characters"], reported["used_today"]) == (both_sides, 0)
    assert tried.run("spot-check", "Law", "--glossary", "Terms", "--dry-run") == 0
    assert f"{both_sides} characters would be sent" in tried.out

    # Then nothing is left to send.
    assert run(tried) == 0
    assert tried.json("spot-check", "Law", "--glossary", "Terms", "--dry-run")["characters"] == 0


@pytest.mark.slow
def test_a_name_that_two_glossaries_have_is_not_enough(tried: CommandFolder) -> None:
    async def add() -> str:
        async with tried.records() as records:
            return await add_glossary(tried, records, "contrato", "casa")

    key = asyncio.run(add())

    assert run(tried) == 2
    assert "2 glossaries are called “Terms”" in tried.err
    assert run(tried, glossary=key) == 0


def test_what_is_not_there_is_named(tried: CommandFolder) -> None:
    assert run(tried, name="Other") == 2
    assert "no sentence set “Other”. Use one of: Law." in tried.err
    assert run(tried, glossary="Other") == 2
    assert "no glossary “Other”. Use one of: " in tried.err
    assert "Terms" in tried.err
    assert run(tried, "--report", "report.pdf") == 2
    assert run(tried, "--draft") == 2
    assert "not on the service" in tried.err


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
            async with _open_spot_checks(
                Namespace(folder=tmp_path, profile=None, draft=False, dry_run=False)
            ) as checks:
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


@pytest.mark.parametrize(("typed", "expected"), [("0.9", "write 90 or 0.9%"), ("1", "write 100 or 1%")])
def test_a_threshold_that_may_be_a_share_is_refused(
    typed: str, expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(["spot-check", "Law", "--glossary", "Terms", "--threshold", typed])
    assert end.value.code == 2
    assert expected in capsys.readouterr().err
