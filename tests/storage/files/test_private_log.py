"""Logs are readable by the user only, even if an older version left them open to others."""

from __future__ import annotations

import logging
import os
import stat
from pathlib import Path

import pytest

from termdesk.storage.files.private_log import PrivateLog, open_privately

pytestmark = pytest.mark.scorecard("S10")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_log_and_its_older_parts_are_private_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        log = PrivateLog(tmp_path / "termdesk.log")
        log.most_bytes = 60
        for number in range(20):
            log.emit(logging.LogRecord("x", logging.WARNING, "", 0, "line %d", (number,), None))
        log.close()
        with open_privately(tmp_path / "crash.log") as crash:
            crash.write("dead")
    finally:
        os.umask(before)

    assert len(list(tmp_path.iterdir())) > 2
    assert {mode(each) for each in tmp_path.iterdir()} == {0o600}


def test_the_latest_lines_are_kept_in_five_parts(tmp_path: Path) -> None:
    log = PrivateLog(tmp_path / "termdesk.log")
    log.most_bytes = 14
    for number in range(20):
        log.emit(logging.LogRecord("x", logging.WARNING, "", 0, "line %d", (number,), None))
    log.close()

    parts = [tmp_path / name for name in ("termdesk.log", *(f"termdesk.log.{position}" for position in range(1, 5)))]
    assert set(tmp_path.iterdir()) == set(parts)
    assert [part.read_text("utf-8") for part in parts] == [f"line {number}\n" for number in range(19, 14, -1)]


def test_a_log_that_was_open_to_others_is_closed_to_them(tmp_path: Path) -> None:
    path = tmp_path / "crash.log"
    path.write_text("old\n", "utf-8")
    path.chmod(0o644)

    with open_privately(path) as log:
        log.write("new\n")

    assert mode(path) == 0o600
    assert path.read_text("utf-8") == "old\nnew\n"


@pytest.mark.scorecard("R04")
def test_a_line_that_the_disk_refuses_is_dropped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = PrivateLog(tmp_path / "gone" / "termdesk.log")

    log.handle(logging.LogRecord("x", logging.WARNING, "", 0, "a line", (), None))

    assert capsys.readouterr().err == ""
