"""Damaged files of profiles and preferences are kept, and every command that reads them says so."""

from __future__ import annotations

import pytest

from support.services.command_folder import CommandFolder


@pytest.mark.scorecard("S32")
@pytest.mark.parametrize("words", [("profiles",), ("glossary", "deleted"), ("ledger",)])
def test_damaged_profiles_are_told_once_with_where_they_are(
    command_folder: CommandFolder, words: tuple[str, ...]
) -> None:
    command_folder.run("profiles")
    path = command_folder.path / "config" / "profiles.json"
    path.write_text("{", "utf-8")

    command_folder.run(*words)

    kept = path.with_name("profiles.json.damaged-1")
    assert "Some profiles could not be read. The profile in use is" in command_folder.err
    assert f"The damaged file was kept: {kept}" in command_folder.err
    assert kept.read_text("utf-8") == "{"
    command_folder.run(*words)
    assert "could not be read" not in command_folder.err


def test_a_profile_that_was_damaged_is_not_only_called_unknown(command_folder: CommandFolder) -> None:
    (command_folder.path / "config" / "profiles.json").write_text("{", "utf-8")

    assert command_folder.run("glossary", "deleted", "--profile", "Agency") == 2

    assert "Some profiles could not be read." in command_folder.err
    assert "There is no profile “Agency”." in command_folder.err


@pytest.mark.scorecard("S32")
def test_damaged_preferences_are_told(command_folder: CommandFolder) -> None:
    command_folder.run("profiles")
    path = command_folder.path / "config" / "settings.json"
    path.write_text("[]", "utf-8")

    report = command_folder.json("preferences")

    assert "error" not in report
    command_folder.err = ""
    path.write_text("[]", "utf-8")
    assert command_folder.run("preferences") == 0
    assert "The preferences could not be read, so the usual ones are used." in command_folder.err
    assert f"The damaged file was kept: {path}.damaged-2" in command_folder.err
