"""The diagnostic bundle contains what helps, within 5 MB, and nothing private."""

from __future__ import annotations

import getpass
import json
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from support.publishing_setup import EN_DE
from termdesk import __version__
from termdesk.application.recovery.diagnostics import (
    MOST_CHANGES,
    MOST_LOG_CHARACTERS,
    BundleFile,
    Diagnostics,
    _engine_facts,
    write_bundle,
)
from termdesk.application.redaction import keep_out
from termdesk.application.session.local_engines import Engine
from termdesk.application.session.session import Session
from termdesk.domain.entries.entries import Entries
from termdesk.domain.profile import Profile
from termdesk.domain.provider import Provider
from termdesk.domain.settings import Settings
from termdesk.storage.files.folders import Folders
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

KEY = "canary-key-99bb77dd:fx"
MOST_BYTES = 5 * 1024 * 1024
# Each of these stands for data that must never leave this computer.
CANARIES = (KEY, "CanaryGlossary", "CanaryText", "canary.example", "CanaryTitle", getpass.getuser() + "/", "CanaryUser")


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return Folders.under(tmp_path / "CanaryUser")


async def used(folders: Folders, records: Records) -> Diagnostics:
    """The diagnostics of a program that was used with these private data everywhere."""
    keep_out(KEY)
    log = folders.state / "termdesk.log"
    log.write_text(f"2026-11-20 10:11:12,345 ERROR termdesk “CanaryText” {KEY} at {log}: CanaryText\n", "utf-8")
    (folders.state / "crash-report.txt").write_text(f'File "{log}/x.py", line 3 in run\nCanaryText\n', "utf-8")
    await records.journal.open_draft(
        profile="custom canary.example",
        glossary_key=None,
        glossary_id=None,
        glossary_name="CanaryGlossary",
        pair=EN_DE,
        entries=Entries.of([("CanaryText", "CanaryText")]),
        is_on_service=False,
    )
    for number in range(MOST_CHANGES + 5):
        await records.remote_writes.add(
            "custom canary.example",
            method="PUT",
            path=f"/v3/glossaries/{number}",
            outcome="done",
            status=200,
            trace_id=f"trace-{number}",
        )
    settings = replace(
        Settings(),
        libretranslate="https://canary.example",
    )
    return Diagnostics(folders, lambda: settings, records=records)


@pytest.mark.slow
async def test_no_canary_is_in_the_bundle(folders: Folders, records: Records) -> None:
    files = await (await used(folders, records)).collect({"Qt": "6.11"})

    everything = "\n".join(f"{each.name}\n{each.text}" for each in files)
    for canary in CANARIES:
        assert canary not in everything, canary


@pytest.mark.slow
async def test_it_holds_what_helps(folders: Folders, records: Records, tmp_path: Path) -> None:
    files = await (await used(folders, records)).collect({"Qt": "6.11"})
    path = tmp_path / "bundle.zip"
    write_bundle(path, files)

    with zipfile.ZipFile(path) as bundle:
        found = {name: bundle.read(name).decode() for name in bundle.namelist()}
    assert f"Termdesk: {__version__}" in found["about.txt"]
    assert "Qt: 6.11" in found["about.txt"]
    assert json.loads(found["settings.json"])["libretranslate"] == "(set)"
    assert json.loads(found["settings.json"])["job_cap"] == Settings().job_cap
    assert json.loads(found["records.json"])["drafts"] == 1
    changes = found["changes.tsv"].splitlines()
    assert len(changes) == MOST_CHANGES + 1
    assert changes[1].endswith(f"trace-{MOST_CHANGES + 4}"), "the latest"
    assert 'File "x.py", line 3, in run' in found["crash.txt"]
    assert "ERROR termdesk" in found["termdesk.log"]
    assert all(f"{name} " in found["README.txt"] for name in found if name != "README.txt")


@pytest.mark.slow
async def test_long_logs_keep_their_ends_and_the_bundle_stays_small(folders: Folders, tmp_path: Path) -> None:
    line = "2026-11-20 10:11:12,345 ERROR termdesk The connection ended by an error of this program {}\n"
    for name in ("termdesk.log", "service.log"):
        for part in ("", ".1", ".2"):
            lines = "".join(line.format(f"{part} {number}") for number in range(9_000))
            (folders.state / f"{name}{part}").write_text(lines, "utf-8")
    files = await Diagnostics(folders, Settings).collect({})
    path = tmp_path / "bundle.zip"
    write_bundle(path, files)

    [log] = [each.text for each in files if each.name == "termdesk.log"]
    assert len(log) <= MOST_LOG_CHARACTERS
    assert log.endswith("program  8999")
    assert sum(len(each.text.encode()) for each in files) < MOST_BYTES
    assert path.stat().st_size < MOST_BYTES


async def test_engines_are_named_but_not_those_of_the_user(local_session: Session, records: Records) -> None:
    diagnostics = Diagnostics(local_session.folders, Settings, session=local_session, records=records)

    [engines] = [each.text for each in await diagnostics.collect({}) if each.name == "engines.txt"]

    assert "Harper" in engines
    assert str(local_session.folders.data) not in engines


@pytest.mark.parametrize(
    ("name", "reported"),
    [
        ("LibreTranslate at canary.example", "LibreTranslate"),
        ("Firefox model Canary en-de", "Firefox model"),
        ("Model Canary", "Model"),
        ("Trained engine Canary", "Trained engine"),
        ("Harper", "Harper"),
    ],
)
def test_names_and_addresses_given_by_the_user_are_left_out(name: str, reported: str) -> None:
    state = "ready" if reported == name else "The server at canary.example cannot be reached"
    engine = Engine(name, "en to de", "1", "MIT", state, resident_bytes=0)

    facts = _engine_facts(engine)

    assert facts[0] == reported
    assert not [each for each in facts if "anary" in each]


async def test_what_cannot_be_read_is_told_in_its_file(folders: Folders) -> None:
    files = {each.name: each.text for each in await Diagnostics(folders, Settings).collect({})}

    assert files["records.json"] == "The saved work was not opened."
    assert files["engines.txt"] == "No service is connected."
    assert "termdesk.log" not in files


def test_a_bundle_replaces_an_older_one(tmp_path: Path) -> None:
    path = tmp_path / "bundle.zip"
    for text in ("old", "new"):
        write_bundle(path, [BundleFile("a.txt", text)])

    with zipfile.ZipFile(path) as bundle:
        assert bundle.read("a.txt") == b"new"


async def test_profiles_are_told_without_names_and_addresses(
    new_session: Callable[[Path], Session], tmp_path: Path
) -> None:
    session = new_session(tmp_path)
    session.profiles.add(Profile(Provider("custom", "https://canary.example", title="CanaryTitle"), price="12345 EUR"))

    files = {each.name: each.text for each in await Diagnostics(session.folders, Settings, session=session).collect({})}

    reported = json.loads(files["profiles.json"])
    assert [(each["kind"], each["is_in_use"]) for each in reported] == [("local", True), ("custom", False)]
    for canary in CANARIES:
        assert canary not in files["profiles.json"], canary
