"""The log of the service: private, rotated during the run, and neither forged nor flooded by requests."""

from __future__ import annotations

import logging
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from support.running_service import running_service
from support.services.raw_request import head, raw_request
from termdesk.service.service_log import REFUSED_AT_ONCE, SECONDS_FOR_ONE_MORE, EscapingFormatter, RefusalLog

pytestmark = pytest.mark.scorecard("S36")

ROTATES = """
import logging, sys
from pathlib import Path
from termdesk.service import service_log
service_log.LOG_BYTES = 2_000
service_log.write_log(Path(sys.argv[1]))
for number in range(200):
    logging.info("line %d of the log, which is long enough to fill it", number)
sys.stderr.write("the interpreter's last words\\n")
"""


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_it_is_rotated_while_it_runs_and_the_error_stream_goes_along(tmp_path: Path) -> None:
    log = tmp_path / "service.log"

    subprocess.run([sys.executable, "-c", ROTATES, str(log)], check=True, timeout=60)

    files = sorted(tmp_path.iterdir())
    assert [each.name for each in files] == ["service.log", *(f"service.log.{number}" for number in range(1, 5))]
    assert all(each.stat().st_size < 4_000 for each in files)
    assert all(stat.S_IMODE(each.stat().st_mode) == 0o600 for each in files)
    assert log.read_text("utf-8").endswith("the interpreter's last words\n")


def test_control_characters_are_escaped_and_an_event_begins_one_line() -> None:
    record = logging.LogRecord("x", logging.INFO, "", 0, "GET /\x1b[2J\r\n2026 ERROR forged \x85 %s", ("é",), None)

    said = EscapingFormatter("%(message)s").format(record)

    assert said == "GET /\\x1b[2J\\x0d\n    2026 ERROR forged \\x85 é"


def test_of_many_refusals_some_are_noted_and_the_others_counted() -> None:
    clock = Clock()
    refusals = RefusalLog(clock=clock)

    taken = [refusals.takes() for _ in range(6_000)]
    clock.now += SECONDS_FOR_ONE_MORE

    assert sum(taken) == REFUSED_AT_ONCE
    assert refusals.takes()
    assert refusals.take_left_out() == 6_000 - REFUSED_AT_ONCE
    assert not refusals.takes()


def test_six_hundred_calls_without_a_key_add_a_few_lines(tmp_path: Path) -> None:
    log = tmp_path / "service.log"
    with running_service("--log", str(log)) as service:
        before = log.stat().st_size
        request = head(
            service, "GET /v3/glossaries/%1b%5b2J HTTP/1.1", without=["Authorization"], more=["Connection: close"]
        )
        for _ in range(600):
            raw_request(service, request)
        added = log.read_text("utf-8")[before:]

    assert len(added) < 4_000
    assert "\x1b" not in added
