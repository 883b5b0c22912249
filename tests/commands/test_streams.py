"""Closed streams, and locales that are not UTF-8."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

# A locale that is not UTF-8. Python would otherwise replace the C locale itself.
NOT_UTF8 = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": ""}
# Buffered, as usual: output is written when the buffer is full, or at the end.
NOT_UTF8.pop("PYTHONUNBUFFERED", None)
needs_sh = pytest.mark.skipif(sys.platform == "win32", reason="there is no sh")


def typed(line: str, folder: Path, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run a line in sh, in which `termdesk` is this program."""
    script = f'termdesk() {{ "{sys.executable}" -m termdesk "$@"; }}; {line}'
    return subprocess.run(["sh", "-c", script], input=data, capture_output=True, env=NOT_UTF8, cwd=folder, check=False)


@pytest.mark.slow
@needs_sh
def test_files_and_pipes_are_utf8_in_every_locale(tmp_path: Path) -> None:
    (tmp_path / "old.en-de.tsv").write_bytes("street\tStraße\n".encode("latin-1"))
    (tmp_path / "terms.en-de.tsv").write_text("street\tStraße\n", "utf-8")

    done = typed("termdesk check terms.en-de.tsv; termdesk check old.en-de.tsv --encoding 123 --json", tmp_path)

    first, *report = done.stdout.decode().splitlines()
    assert first == "No problems in 1 entry, en → de."
    assert "“123”" in json.loads("\n".join(report))["error"]["message"]
    assert "“123”" in done.stderr.decode()


@pytest.mark.slow
@needs_sh
@pytest.mark.parametrize(
    ("data", "code", "said"),
    [
        ("\ufeffStraße".encode(), 0, "6 characters would be sent"),
        ("Straße".encode("latin-1"), 2, "Standard input is not text in UTF-8."),
    ],
)
def test_standard_input_is_utf8_in_every_locale(tmp_path: Path, data: bytes, code: int, said: str) -> None:
    done = typed("termdesk improve - --language de --correct --dry-run --folder .", tmp_path, data)

    assert (done.returncode, said in (done.stdout + done.stderr).decode()) == (code, True)


@pytest.mark.slow
@needs_sh
@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("termdesk translate - --to es --folder . <&-", 2, "There is no text."),
        ("termdesk glossary pull Terms --folder . 2>&-", 2, ""),
        ("termdesk check gone.tsv 2>&-", 2, ""),
        ("termdesk completions man >&-", 0, ""),
    ],
)
def test_a_closed_stream_does_no_harm(tmp_path: Path, line: str, code: int, said: str) -> None:
    done = typed(line, tmp_path)

    assert done.returncode == code
    assert said in done.stderr.decode()
    assert "Traceback" not in done.stderr.decode()
    assert done.stdout == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk that is always full")
@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("termdesk check terms.en-de.tsv >/dev/full", 2, "termdesk: No space left on device\n"),
        ("termdesk check gone.en-de.tsv 2>/dev/full", 2, ""),
        # Nobody reads the output.
        ("{ sleep 0.2; termdesk check terms.en-de.tsv; echo $? >&2; } | true", 0, "1\n"),
    ],
)
def test_what_cannot_be_printed_is_told_once(tmp_path: Path, line: str, code: int, said: str) -> None:
    (tmp_path / "terms.en-de.tsv").write_text("street\tStraße\n", "utf-8")

    done = typed(line, tmp_path)

    assert (done.returncode, done.stderr.decode()) == (code, said)
