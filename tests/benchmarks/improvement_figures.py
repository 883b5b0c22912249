"""P12 and P18: the difference of two texts, and the first correction after a start in a language used before."""

from __future__ import annotations

import random
import tempfile
import time
from pathlib import Path

import httpx
import psutil
from rapidfuzz.distance import Indel

from benchmarks.measuring import Result, alternating
from support.running_service import running_service
from support.service_calls import http_client
from termdesk.domain.similarity.text_diff import compare, tokens
from termdesk.service.engines.correction.improvement import WORKER

LANGUAGE = "de"
TEXTS = ("Wir treffen uns am Mitwoch.", "Ich habe gestern ein Brief bekommen.")
# The longest that a user should wait.
MILLISECONDS = 1_000.0
SECONDS_AT_REST = 3.0

# The share of changed words in a strongly improved text.
CHANGED = 0.1
WORDS = ("The", "breaker", "panel", "near", "backplane", "is", "checked", "before", "it", "closed", "and", "sealed")


def difference(characters: int = 10_240) -> Result:
    """P12. The difference of two texts as Improve shows it. The yardstick compares words that are already split."""
    chance = random.Random(12)
    before = [chance.choice(WORDS) for _ in range(characters // 5)]
    after = [chance.choice(WORDS) if chance.random() < CHANGED else word for word in before]
    old, new = (" ".join(words)[:characters] for words in (before, after))
    old_words, new_words = tokens(old), tokens(new)
    mine, yardstick = alternating(
        lambda: compare(old, new), lambda: Indel.opcodes(old_words, new_words), 15, clock=time.process_time
    )
    return Result("P12", "difference of two texts of 10 KiB", mine, yardstick, 2)


def first_correction() -> Result:
    """The first correction with rules loaded in advance. The yardstick is one second; the note has the other times."""
    with tempfile.TemporaryDirectory(prefix="termdesk-figures-") as folder:
        with running_service(data=Path(folder)) as service, http_client(service) as http:
            cold, warm = (_correct(http, text) for text in TEXTS)
        begin = time.perf_counter()
        with running_service(data=Path(folder)) as service, http_client(service) as http:
            _wait_until_at_rest(service.process.pid)
            loaded = time.perf_counter() - begin - SECONDS_AT_REST
            first = _correct(http, TEXTS[0])
    note = f"cold {cold:,.0f} ms, warm {warm:,.0f} ms; loaded {loaded:.1f} s after the start"
    return Result("P18", "first correction after a start", first, MILLISECONDS, 1, note=note)


def _correct(http: httpx.Client, text: str) -> float:
    begin = time.perf_counter()
    answer = http.post("/v2/write/correct", json={"text": [text], "target_lang": LANGUAGE}, timeout=60)
    assert answer.status_code == 200, answer.text
    return (time.perf_counter() - begin) * 1000


def _wait_until_at_rest(pid: int) -> None:
    """Wait until a checker has started and not computed for a while, so that its rules are loaded."""
    spent, since = 0.0, time.monotonic()
    while not spent or time.monotonic() - since < SECONDS_AT_REST:
        now = sum(_spent(each) for each in psutil.Process(pid).children())
        if now > spent:
            spent, since = now, time.monotonic()
        time.sleep(0.1)


def _spent(process: psutil.Process) -> float:
    """Return the processor seconds of a checker; 0 for other child processes."""
    try:
        return sum(process.cpu_times()[:2]) if WORKER in process.cmdline() else 0.0
    except psutil.Error:
        return 0.0
