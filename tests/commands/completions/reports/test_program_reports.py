"""The reports about the program have the described keys, because scripts rely on them."""

from __future__ import annotations

from support.services.command_folder import CommandFolder
from support.services.command_reports import assert_shape


def test_the_program(desk: CommandFolder) -> None:
    assert_shape("usage", desk.json("usage"))
    assert_shape("ledger", desk.json("ledger"))
    assert_shape("profiles", desk.json("profiles"))
    assert_shape("profiles", desk.json("profiles", "--test"))
    assert_shape("languages", desk.json("languages", "Spanish"))
    assert_shape("languages --changes", desk.json("languages", "--changes"))
    assert_shape("languages --older", desk.json("languages", "--older", "text"))
    assert_shape("preferences", desk.json("preferences"))
    assert_shape("preferences", desk.json("preferences", "job_cap", "7"))
    assert_shape("profiles", desk.json("profiles", "--add", "Agency", "--address", "https://terms.example.org"))
    assert_shape("languages --pair", desk.json("languages", "--pair", "en-es"))
