"""Completions contain every command and option, and work in bash, zsh and fish."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from termdesk.commands.command_table import COMMANDS
from termdesk.commands.completions.command_description import describe_all
from termdesk.commands.completions.shell_completion import SHELLS

needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")


@pytest.mark.slow
@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_and_option_stands_in_it(shell: str) -> None:
    commands = describe_all()
    made = SHELLS[shell](commands)

    for command in commands:
        lines = made if shell == "zsh" else [line for line in made.splitlines() if command.words in line]
        assert not command.words or lines
        for option in command.options:
            for name in option.names:
                # In fish completions, the dashes are omitted but distinguish long names from short ones.
                expected = (
                    (f"-l {name[2:]} " if name.startswith("--") else f"-s {name[1:]} ") if shell == "fish" else name
                )
                assert expected in made, (command.words, name)


def complete(script: Path, *words: str) -> list[str]:
    """Return what bash offers for the last of these words."""
    line = f"source {script}; COMP_WORDS=({' '.join(f'{word!r}' for word in words)}); COMP_CWORD={len(words) - 1}; "
    line += '_termdesk; printf "%s\\n" "${COMPREPLY[@]}"'
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.slow
@needs_bash
def test_bash_completes_commands_options_and_values(tmp_path: Path) -> None:
    script = tmp_path / "termdesk"
    script.write_text(SHELLS["bash"](describe_all()), "utf-8")

    assert complete(script, "termdesk", "gl") == ["glossary"]
    assert complete(script, "termdesk", "glossary", "p") == ["pull", "push"]
    assert complete(script, "termdesk", "glossary", "push", "--al") == ["--all", "--allow-removals"]
    assert complete(script, "termdesk", "glossary", "push", "--conflicts", "") == ["file", "service"]
    assert complete(script, "termdesk", "bundle", "write", "--not") == ["--notes"]
    assert complete(script, "termdesk", "completions", "") == ["bash", "zsh", "fish", "man"]
    assert complete(script, "termdesk", "completions", "-") == ["-h", "--help"]
    assert complete(script, "termdesk", "glossary", "push", "--conflicts", "=") == ["file", "service"]
    assert complete(script, "termdesk", "glossary", "push", "--conflicts", "=", "f") == ["file"]
    assert complete(script, "termdesk", "terms.tsv", "--self") == ["--self-test"]
    # Files are completed by the shell itself.
    assert complete(script, "termdesk", "check", "terms") == []
    assert complete(script, "termdesk", "check", "") == []
    assert complete(script, "termdesk", "check", "--encoding", "") == []


# Typed words, and the completions offered for them, in a folder with the files `a.tsv` and `b c.csv`.
TYPED = {
    "termdesk gl": {"glossary"},
    "termdesk glossary ": {each.words.split()[1] for each in COMMANDS if each.words.startswith("glossary ")},
    "termdesk glossary p": {"pull", "push"},
    "termdesk glossary push --al": {"--all", "--allow-removals"},
    "termdesk glossary push --conflicts ": {"file", "service"},
    "termdesk glossary push --conflicts=f": {"file"},
    "termdesk glossary push --yes --conflicts f": {"file"},
    "termdesk glossary push NAME b": {"b c.csv"},
    "termdesk glossary push NAME --base a": {"a.tsv"},
    "termdesk bundle ": {"check", "diff", "write"},
    "termdesk bundle write --not": {"--notes"},
    "termdesk completions ": {"bash", "zsh", "fish", "man"},
    "termdesk check ": {"a.tsv", "b c.csv"},
    "termdesk check --separator ": {"tab", "comma", "semicolon", "bar"},
    "termdesk a": {"a.tsv"},
    "termdesk a.tsv --self": {"--self-test"},
    "termdesk --folder x --prof": {"--profile"},
}


def offered_by_bash(script: Path, line: str) -> set[str]:
    """Return what an interactive bash lists for a line on its terminal."""
    ours, terminal = os.openpty()
    setup = f"source {script}; bind 'set page-completions off'; bind 'set completion-display-width 0'; echo se''t\n"
    shell = ["bash", "--norc", "--noprofile", "-i"]
    variables = {**os.environ, "TERM": "dumb", "INPUTRC": os.devnull, "PS1": "ready>", "HISTFILE": ""}
    process = subprocess.Popen(
        shell,
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        cwd=script.parent,
        env=variables,
        start_new_session=True,
    )
    os.close(terminal)
    try:
        os.write(ours, setup.encode())
        # Wait for the prompt: readline does not read what is typed earlier.
        _read_until(ours, b"set\r\nready>")
        # Alt+? lists; Ctrl+U empties the line.
        os.write(ours, f"{line}\x1b?\x15echo do''ne\n".encode())
        said = _read_until(ours, b"done\r\nready>").decode()
    finally:
        process.kill()
        process.wait()
        os.close(ours)
    # The list is printed between the line and the next prompt, which repeats the line.
    return {*said.partition("\r\n")[2].partition("ready>")[0].splitlines()}


def _read_until(terminal: int, end: bytes) -> bytes:
    said = b""
    while not said.endswith(end):
        said += os.read(terminal, 4_096)
    return said


_ZSH = r"""
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "fpath=($PWD \$fpath) PROMPT= RPROMPT=
autoload -Uz compinit && compinit -u -D"
zpty -w z 'bindkey "^I" complete-word
mark() { print -r -- "<mark>" }
compprefuncs=(mark) comppostfuncs=(mark exit)
compadd() {
    if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
    local -a hits; builtin compadd -A hits "$@"; (( $#hits )) && print -rl -- $hits
}
print -r -- rea""dy'
zpty -r z line '*ready*'
zpty -w -n z "$1"$'\t'
zpty -r z line '*<mark>*<mark>*'
print -r -- "$line"
"""


def offered_by_zsh(script: Path, line: str) -> set[str]:
    """Return what an interactive zsh offers, by intercepting the builtin that adds the matches."""
    (script.parent / "_termdesk").write_text(script.read_text("utf-8"), "utf-8")
    done = subprocess.run(
        ["zsh", "-f", "-c", _ZSH, "zsh", line], cwd=script.parent, capture_output=True, text=True, check=True
    )
    return {each.replace("\\", "").strip() for each in done.stdout.split("<mark>")[1].splitlines() if each.strip()}


def offered_by_fish(script: Path, line: str) -> set[str]:
    """Return what fish offers, which has a command for that."""
    words = ["fish", "--no-config", "-c", f"source {script}; complete -C {line!r}"]
    done = subprocess.run(words, cwd=script.parent, capture_output=True, text=True, check=True)
    return {each.partition("\t")[0].removeprefix("--conflicts=") for each in done.stdout.splitlines()}


OFFERED = {"bash": offered_by_bash, "zsh": offered_by_zsh, "fish": offered_by_fish}


@pytest.mark.parametrize("line", TYPED)
@pytest.mark.parametrize("shell", SHELLS)
def test_a_real_shell_completes(shell: str, line: str, tmp_path: Path) -> None:
    if sys.platform == "win32" or shutil.which(shell) is None:
        pytest.skip(f"there is no {shell} with a terminal")
    script = tmp_path / "script"
    script.write_text(SHELLS[shell](describe_all()), "utf-8")
    for name in ("a.tsv", "b c.csv"):
        (tmp_path / name).touch()

    found = OFFERED[shell](script, line)

    assert found - {"script", "_termdesk"} == TYPED[line]


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_accept_it(shell: str, tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell}")
    script = tmp_path / "termdesk"
    script.write_text(SHELLS[shell](describe_all()), "utf-8")

    subprocess.run([shell, "-n", str(script)], check=True)
