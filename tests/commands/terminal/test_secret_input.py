"""Secrets come from standard input, a terminal or a variable, and stay in none of them."""

from __future__ import annotations

import asyncio
import getpass
import io
import os
import signal

import pytest

from termdesk.commands.terminal.secret_input import read_secret

VARIABLE = "TERMDESK_SECRET_OF_A_TEST"


def test_a_secret_is_a_line_of_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(" first \r\nsecond\n"))
    monkeypatch.setenv(VARIABLE, "other")

    read = [read_secret("stdin", VARIABLE, prompt="Secret: ") for _ in range(3)]

    assert read == [" first ", "second", ""]
    assert VARIABLE not in os.environ


def test_a_terminal_is_asked_without_showing_it(monkeypatch: pytest.MonkeyPatch) -> None:
    prompts: list[str] = []
    monkeypatch.setattr("sys.stdin", io.StringIO())
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr(getpass, "getpass", lambda prompt: prompts.append(prompt) or "typed")

    assert read_secret("stdin", VARIABLE, prompt="Secret: ") == "typed"
    assert prompts == ["Secret: "]


def test_ctrl_c_ends_the_prompt_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    typed: list[str] = []

    def interrupt(_prompt: str) -> str:
        signal.raise_signal(signal.SIGINT)
        typed.append("typed")
        return "typed"

    async def ask() -> None:
        read_secret("stdin", VARIABLE, prompt="Secret: ")

    monkeypatch.setattr("sys.stdin", io.StringIO())
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr(getpass, "getpass", interrupt)

    with pytest.raises(KeyboardInterrupt):
        asyncio.run(ask())

    assert typed == [], "reading went on"


def test_a_variable_is_read_only_if_asked_and_always_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    for place, expected in (("variable", "secret"), (None, "")):
        monkeypatch.setenv(VARIABLE, "secret")

        assert read_secret(place, VARIABLE, prompt="") == expected
        assert VARIABLE not in os.environ
