"""Processes in a chain, which handle one message at a time."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator

import pytest

from termdesk.service.engines.apertium.process_chain import ProcessChain

_SECONDS = 10.0


@pytest.fixture
def chain() -> Iterator[ProcessChain]:
    running = ProcessChain([["cat", "-u"], ["cat", "-u"]])
    running.start(subprocess.DEVNULL)
    yield running
    running.end()


def test_messages_are_answered_one_by_one(chain: ProcessChain) -> None:
    assert [chain.ask(text, time.monotonic() + _SECONDS) for text in ("one", "", "dós")] == ["one", "", "dós"]
    assert chain.resident_bytes > 0


def test_messages_sent_together_are_answered_in_order(chain: ProcessChain) -> None:
    texts = ["one", "", "dós " * 100_000, "last"]

    assert chain.ask_all(texts, time.monotonic() + _SECONDS) == texts


def test_more_answers_than_messages_are_an_error(chain: ProcessChain) -> None:
    with pytest.raises(BrokenPipeError):
        chain.ask_all(["one\0two"], time.monotonic() + _SECONDS)


def test_a_message_longer_than_all_pipes_is_answered(chain: ProcessChain) -> None:
    text = "long " * 400_000

    assert chain.ask(text, time.monotonic() + _SECONDS) == text


def test_the_end_of_a_process_is_an_error_and_its_code_is_known(chain: ProcessChain) -> None:
    os.kill(chain.processes[0].pid, signal.SIGKILL)
    chain.processes[0].wait()

    with pytest.raises(BrokenPipeError):
        chain.ask("text", time.monotonic() + _SECONDS)
    assert chain.end() == -signal.SIGKILL
    assert not chain.is_running


def test_a_process_that_does_not_answer_is_left_at_the_deadline() -> None:
    silent = ProcessChain([["sleep", "60"]])
    silent.start(subprocess.DEVNULL)

    with pytest.raises(TimeoutError):
        silent.ask("text", time.monotonic())
    silent.end()
