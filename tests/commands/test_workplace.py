"""How a command connects: which service, with which key."""

from __future__ import annotations

import os

from support.services.command_folder import CommandFolder


def test_a_profile_is_chosen_by_name_for_one_run(desk: CommandFolder) -> None:
    settings = (desk.path / "config" / "settings.json").read_text("utf-8")

    assert desk.run("glossary", "list", "--profile", "own") == 0
    assert desk.run("glossary", "list", "--profile", "custom") == 0
    assert desk.run("glossary", "list", "--profile", "nobody") == 2

    assert "There is no profile “nobody”. Use one of: “This computer” (local)" in desk.err
    assert (desk.path / "config" / "settings.json").read_text("utf-8") == settings


def test_the_key_of_the_variable_is_handed_to_nobody(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"))

    assert desk.run("glossary", "list", "--json") == 0

    assert "TERMDESK_KEY" not in os.environ
    stored = b"".join(path.read_bytes() for path in desk.path.rglob("*") if path.is_file())
    assert desk.service.key.encode() not in stored


def test_without_a_key_nothing_is_asked_of_the_service(desk: CommandFolder) -> None:
    assert desk.run("glossary", "pull", "Terms", has_key=False) == 2
    assert "key" in desk.err
