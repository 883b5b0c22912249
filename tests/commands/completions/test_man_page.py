"""The man page."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from termdesk.commands.completions.command_description import describe_all, reading_arguments
from termdesk.commands.completions.man_page import man_page


def test_every_command_and_option_stands_in_it() -> None:
    commands = describe_all()
    page = man_page(commands).replace("\\-", "-")
    reading = {name for each in reading_arguments() for name in each.names}
    rest = page.partition(".SH READING FILES")[2].partition("\n.SH ")[0]
    assert [name for name in reading if f"\\fB{name}\\fR" not in rest] == []

    for command in commands:
        if command.arguments and command.words:
            section = page.partition(f".SS termdesk {command.words}\n")[2].partition("\n.SS ")[0]
            names = {name for option in command.options for name in option.names}
            missing = {name for name in names if f"\\fB{name}\\fR" not in section}
            # Options of all commands that read files are described once.
            assert missing <= reading
            assert not missing or "READING FILES" in section
    assert [line for line in page.splitlines() if line.startswith(".SH")] == [
        *(".SH NAME", ".SH SYNOPSIS", ".SH OPTIONS", ".SH COMMANDS", ".SH READING FILES"),
        *(".SH EXIT STATUS", ".SH JSON", ".SH ENVIRONMENT", ".SH EXAMPLES"),
    ]


def test_each_variable_stands_in_it_once() -> None:
    section = man_page(describe_all()).partition(".SH ENVIRONMENT")[2].partition("\n.SH ")[0]

    names = re.findall(r"\\fB(TERMDESK_\w+)", section)

    assert "TERMDESK_PROXY_PASSWORD" in names
    assert sorted(names) == sorted(set(names))


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("groff") is None, reason="there is no groff")
def test_groff_finds_no_fault_in_it() -> None:
    page = man_page(describe_all()).encode()

    done = subprocess.run(["groff", "-man", "-ww", "-Tutf8", "-K", "utf8"], input=page, capture_output=True, check=True)

    assert done.stderr == b""
    assert b"TERMDESK(1)" in done.stdout
