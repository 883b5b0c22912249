"""`termdesk profiles` lists and tests again what keys lack, and says it before a command sends anything."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from support.running_service import RunningService, running_service
from support.services.command_folder import CommandFolder
from termdesk.application.session.profiles import Profiles
from termdesk.command_line import main
from termdesk.commands import workplace
from termdesk.domain.key_scope import KeyReach
from termdesk.domain.profile import Profile
from termdesk.domain.provider import Provider
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore

TEXT_SCOPES = "translate:text,glossaries:read,usage:read,languages:read,translation_memories:read"
Run = Callable[..., int]


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[RunningService]:
    """A service whose key allows only translating and reading, as the current profile “Agency”."""
    with running_service("--scopes", TEXT_SCOPES, log=tmp_path / "service.log") as running:
        profiles = Profiles.load(Folders.under(tmp_path / "home"))
        agency = profiles.add(Profile(Provider("custom", running.url, title="Agency")))
        profiles.use(agency.id)
        yield running


@pytest.fixture
def run(tmp_path: Path, limited: RunningService, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command with a key store that is deleted after the test."""
    kept: dict[str, str] = {}

    class Memory:
        def get_password(self, service: str, name: str) -> str | None:
            return limited.key

        def set_password(self, service: str, name: str, key: str) -> None:
            kept[name] = key

    monkeypatch.setattr(workplace, "KeyStore", lambda: KeyStore(find_backend=Memory))
    return lambda *words: main([*words, "--folder", str(tmp_path / "home")])


def note(folder: Path, *missing: str) -> None:
    profiles = Profiles.load(Folders.under(folder / "home"))
    profiles.note_reach(profiles.in_use.id, KeyReach(missing, "2026-11-23"))


@pytest.mark.slow
def test_a_test_finds_what_the_key_lacks_and_the_list_tells_it(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("profiles", "--test") == 1
    remarks = capsys.readouterr().err
    assert "It lacks these scopes: glossaries:write, style_rules:read, translate:document, write:improve." in remarks
    assert "Without write:improve, texts cannot be improved." in remarks

    assert run("profiles") == 1
    listed = capsys.readouterr().out
    assert "Agency" in listed
    assert "glossaries:write, style_rules:read, translate:document, write:improve" in listed


@pytest.mark.parametrize(
    ("words", "scope", "said"),
    [
        (("translate", "The house", "--to", "de", "--yes"), "translate:text", "may not translate texts"),
        (("improve", "He go.", "--language", "en-US", "--yes"), "write:improve", "may not improve texts"),
        (("usage",), "usage:read", "may not read the usage"),
        (("languages",), "languages:read", "may not list languages"),
        (("glossary", "list"), "glossaries:read", "may not read glossaries"),
        (("glossary", "push", "--draft", "Law", "--yes"), "glossaries:write", "may not change glossaries"),
    ],
)
def test_a_command_tells_what_its_key_lacks_before_it_asks_the_service(
    words: tuple[str, ...], scope: str, said: str, run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    note(tmp_path, scope)

    assert run(*words) == 2

    reported = capsys.readouterr().err
    assert f"The key of “Agency” {said}. It lacks the scope {scope}." in reported
    assert "termdesk profiles --test" in reported
    assert "/v" not in (tmp_path / "service.log").read_text()


@pytest.mark.slow
def test_a_scope_that_was_granted_comes_back_with_the_test(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    note(tmp_path, "usage:read")
    assert run("usage") == 2

    run("profiles", "--test")
    assert run("usage") == 0
    assert "/v2/usage" in (tmp_path / "service.log").read_text()


def test_the_profile_in_use_is_marked(command_folder: CommandFolder) -> None:
    for words in (("profiles",), ("profiles", "--test")):
        assert command_folder.run(*words) == 0, command_folder.err
        titles, *rows = [re.split(r"\s{2,}", line) for line in command_folder.out.splitlines()]

        assert titles[1] == "In use"
        assert [row[0] for row in rows if row[1] == "yes"] == ["Own"]
