"""Keys are blotted out of logs: of messages, of values in them, of tracebacks."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from urllib.parse import quote

import pytest

from termdesk.application.redaction import BLOT, Redaction, keep_out, redact

pytestmark = pytest.mark.scorecard("S01")

CANARY = "canary/55e1+f00=d:fx"


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """What a log with redaction writes."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.addFilter(Redaction())
    log = logging.getLogger("redaction-test")
    log.propagate = False
    log.addHandler(handler)
    keep_out(CANARY)
    yield stream
    log.removeHandler(handler)


def test_messages_values_and_tracebacks_hold_no_key(written: io.StringIO) -> None:
    log = logging.getLogger("redaction-test")
    try:
        raise ValueError(f"Illegal header value {CANARY}")
    except ValueError:
        log.exception("sending %s to %s failed", CANARY, f"https://x?{quote(CANARY, safe='')}", stack_info=True)

    lines = written.getvalue()
    assert CANARY not in lines
    assert quote(CANARY, safe="") not in lines
    assert "Illegal header value " + BLOT in lines
    assert "Traceback" in lines


def test_a_log_call_that_does_not_fit_is_still_written_without_its_key(written: io.StringIO) -> None:
    logging.getLogger("redaction-test").warning("%d characters", CANARY)

    assert written.getvalue().strip() == f"%d characters ('{BLOT}',)"


@pytest.mark.parametrize(
    "text",
    [
        "Write a Service-Auth-Key header.",
        "A sentence without anything secret in it.",
        "abc",
    ],
)
def test_ordinary_words_stay(text: str) -> None:
    keep_out("abc")

    assert redact(text) == text
