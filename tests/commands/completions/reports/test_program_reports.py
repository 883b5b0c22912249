"""The reports about the program have the described keys, because scripts rely on them."""

from __future__ import annotations

from support.services.command_folder import CommandFolder
from support.services.command_reports import assert_shape


def test_the_program(command_folder: CommandFolder) -> None:
    assert_shape("usage", command_folder.json("usage"))
    assert_shape("ledger", command_folder.json("ledger"))
    assert_shape("profiles", command_folder.json("profiles"))
    assert_shape("profiles", command_folder.json("profiles", "--test"))
    assert_shape("languages", command_folder.json("languages", "Spanish"))
    assert_shape("languages --changes", command_folder.json("languages", "--changes"))
    assert_shape("languages --older", command_folder.json("languages", "--older", "text"))
    assert_shape("preferences", command_folder.json("preferences"))
    assert_shape("preferences", command_folder.json("preferences", "job_cap", "7"))
    assert_shape(
        "profiles", command_folder.json("profiles", "--add", "Agency", "--address", "https://terms.example.org")
    )
    assert_shape("languages --pair", command_folder.json("languages", "--pair", "en-es"))
