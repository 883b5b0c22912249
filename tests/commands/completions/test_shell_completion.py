"""Completions hold every command and option, and bash completes by them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from termdesk.commands.completions.command_description import describe_all
from termdesk.commands.completions.shell_completion import SHELLS

needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")


@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_and_option_stands_in_it(shell: str) -> None:
    commands = describe_all()
    made = SHELLS[shell](commands)

    for command in commands:
        lines = made if shell == "zsh" else [line for line in made.splitlines() if command.words in line]
        assert not command.words or lines
        for option in command.options:
            for name in option.names:
                # In fish dashes are what tells long names from short ones.
                sought = (
                    (f"-l {name[2:]} " if name.startswith("--") else f"-s {name[1:]} ") if shell == "fish" else name
                )
                assert sought in made, (command.words, name)


def complete(script: Path, *words: str) -> list[str]:
    """What bash offers for the last of these words."""
    line = f"source {script}; COMP_WORDS=({' '.join(f'{word!r}' for word in words)}); COMP_CWORD={len(words) - 1}; "
    line += '_termdesk; printf "%s\\n" "${COMPREPLY[@]}"'
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=True)
    return done.stdout.split()


@needs_bash
def test_bash_completes_commands_options_and_values(tmp_path: Path) -> None:
    script = tmp_path / "termdesk"
    script.write_text(SHELLS["bash"](describe_all()), "utf-8")

    assert complete(script, "termdesk", "gl") == ["glossary"]
    assert complete(script, "termdesk", "glossary", "p") == ["pull", "push"]
    assert complete(script, "termdesk", "glossary", "push", "--al") == ["--allow-removals"]
    assert complete(script, "termdesk", "glossary", "push", "--conflicts", "") == ["file", "service"]
    assert complete(script, "termdesk", "bundle", "write", "--not") == ["--notes"]
    assert complete(script, "termdesk", "completions", "") == ["bash", "zsh", "fish", "man", "-h", "--help"]
    assert complete(script, "termdesk", "terms.tsv", "--self") == ["--self-test"]
    # Files are completed by the shell itself.
    assert complete(script, "termdesk", "check", "terms") == []
    assert complete(script, "termdesk", "check", "--encoding", "") == []


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_accept_it(shell: str, tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell}")
    script = tmp_path / "termdesk"
    script.write_text(SHELLS[shell](describe_all()), "utf-8")

    subprocess.run([shell, "-n", str(script)], check=True)
