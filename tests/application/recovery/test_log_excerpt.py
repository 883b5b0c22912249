"""An exported log contains places in the code and the program's own words, but no data of the user."""

from __future__ import annotations

import getpass
import logging
import sys
from pathlib import Path

import pytest

from termdesk.application.recovery.log_excerpt import excerpt, harmless, person_and_computer
from termdesk.application.redaction import BLOT, keep_out
from termdesk.service.service_log import LOG_FORMAT, EscapingFormatter

KEY = "canary-key-77a1c0de:fx"
TEXT = "The merger with Umbra GmbH closes in May"

LOG = f"""2026-11-20 10:11:12,345 WARNING termdesk.storage A reading of the usage is not kept: {TEXT}
2026-11-20 10:11:13,000 ERROR termdesk The connection ended by an error of this program
Traceback (most recent call last):
  File "/home/canaryuser/My Files/termdesk/application/session/session.py", line 263, in _live
    await self.translate("{TEXT}")
  File "C:\\Users\\canaryuser\\termdesk\\client\\texts.py", line 12, in translate
    raise ValueError(text)
ValueError: {TEXT}

During handling of the above exception, another exception occurred:

termdesk.client.errors.BadAnswer: {TEXT}
{TEXT}
Umbra
2026-11-20 10:11:14,000 ERROR termdesk unexpected: Termdesk 1.2
  session.py:263 _live
2026-11-20 10:11:15,000 WARNING termdesk “{TEXT}” could not be read: /mnt/Akten Umbra/file.tsv
2026-11-20 10:11:16,000 WARNING termdesk Qt: Unknown property in '{TEXT}'
2026-11-20 10:11:17,000 WARNING termdesk /home/canaryuser/Akten Umbra/termdesk.db could not be written: disk full
2026-11-20 10:11:18,000 INFO uvicorn 1a2b GET /v3/glossaries/9f2e/entries 200 12 ms
2026-11-20 10:11:19,000 WARNING termdesk the key is {KEY} for canaryuser on desk-of-canaryuser
2026-11-20 10:11:20,000 WARNING httpx sent to https://umbra.example/v2?text=Umbra and anna.umbra@example.org
"""


def test_a_log_keeps_what_finds_the_fault_and_nothing_private() -> None:
    keep_out(KEY)

    kept = excerpt(LOG, ["desk-of-canaryuser", "canaryuser"])

    for private in (KEY, "Umbra", "umbra", "merger", "canaryuser", "Akten", "My Files", "/home", "C:\\", "/mnt"):
        assert private not in kept, private
    for useful in (
        "2026-11-20 10:11:12,345 WARNING termdesk.storage A reading of the usage is not kept: •••",
        "The connection ended by an error of this program",
        'File "session.py", line 263, in _live',
        'File "texts.py", line 12, in translate',
        "\nValueError\n",
        "\ntermdesk.client.errors.BadAnswer\n",
        "  session.py:263 _live",
        "1a2b GET /v3/glossaries/9f2e/entries 200 12 ms",
    ):
        assert useful in kept, useful


def test_a_crash_report_keeps_its_stacks() -> None:
    report = (
        "Fatal Python error: Segmentation fault\n\n"
        "Current thread 0x00007f1d2c3b4a00 (most recent call first):\n"
        '  File "/home/anna/termdesk/ui/shell/jobs.py", line 100 in _run\n'
        "Extension modules: PySide6.QtCore (total: 1)\n"
    )

    assert excerpt(report, ["anna"]).splitlines() == [
        "Fatal Python error: Segmentation fault",
        "",
        "Current thread 0x00007f1d2c3b4a00 (most recent call first):",
        '  File "jobs.py", line 100, in _run',
        f"  {BLOT}",
    ]


def test_the_log_of_the_service_keeps_its_requests_and_tracebacks() -> None:
    formatter = EscapingFormatter(LOG_FORMAT)
    name = "termdesk.service.guard"
    request = logging.LogRecord(name, logging.INFO, "", 0, "1a2b GET /v3/glossaries 500 12 ms", None, None)
    try:
        raise ValueError(TEXT)
    except ValueError:
        failure = logging.LogRecord(name, logging.ERROR, "", 0, "1a2b failed inside", None, sys.exc_info())

    first, second, *traceback = excerpt("\n".join(map(formatter.format, (request, failure))), []).splitlines()

    assert first.endswith("INFO termdesk.service.guard 1a2b GET /v3/glossaries 500 12 ms")
    assert second.endswith("ERROR termdesk.service.guard 1a2b failed inside")
    assert traceback[0] == "Traceback (most recent call last):"
    assert traceback[-1] == "ValueError"
    assert TEXT not in "".join(traceback)


@pytest.mark.parametrize("word", ["Vertrag", "Umbra", "Umbra: GmbH", "some.thing.Else", "Object"])
def test_a_line_that_only_looks_like_an_exception_is_cut(word: str) -> None:
    assert excerpt(word, []) == f"  {BLOT}"


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ("Upkeep: 12 rows of “Law”", f"Upkeep: {BLOT}"),
        ('Read "Law" again', f"Read {BLOT} again"),
        ("copied \\\\server\\share to D:\\x", f"copied {BLOT}"),
        ("x GET /v3/glossaries?text=house 200 1 ms", f"x GET {BLOT}"),
    ],
)
def test_a_message_ends_where_it_becomes_private(message: str, kept: str) -> None:
    assert harmless(message) == kept


def test_the_user_and_the_computer_are_known_by_name() -> None:
    names = person_and_computer()

    assert {getpass.getuser(), Path.home().name} <= {*names} | {""}
    assert names == sorted(names, key=len, reverse=True)
