"""P12 and P18: the difference of two texts, and the first correction after a start in a language used before."""

from __future__ import annotations

import random
import tempfile
import time
from pathlib import Path

import httpx
import psutil
from rapidfuzz.distance import Indel

from benchmarks.measuring import Result, alternating, milliseconds
from support.running_service import running_service
from support.service_calls import http_client
from termdesk.domain.similarity.text_diff import compare
from termdesk.service.engines.correction.improvement import WORKER

LANGUAGE = "de"
TEXTS = ("Wir treffen uns am Mitwoch.", "Ich habe gestern ein Brief bekommen.")
# The longest that a user should wait.
MILLISECONDS = 1_000.0
SECONDS_AT_REST = 3.0

# Sentences with a mistake and their corrections, and sentences without mistakes.
SENTENCES = Path(__file__).resolve().parent.parent / "service/engines/correction/held_out"
LANGUAGES = ("en", "de", "fr", "es")
SENTENCES_OF_A_PARAGRAPH = 6
# The shares of words that a strong improvement replaces, removes and adds.
REPLACED, REMOVED, ADDED = 0.1, 0.03, 0.03


def difference(characters: int = 10_240) -> list[Result]:
    """P12. The differences of a text with a mistake in every third sentence, and of a strongly improved one.

    The yardstick is what anyone with rapidfuzz would do: split both texts at spaces, and read the opcodes. The note has
    the ratio to the opcodes alone, of words that are split already, and not read.
    """
    before, corrected = _corrected_text(characters)
    return [
        _difference("of a corrected text of 10 KiB", before, corrected),
        _difference("of a strongly improved text of 10 KiB", before, _strongly_improved(corrected)),
    ]


def _difference(what: str, before: str, after: str) -> Result:
    words, new_words = before.split(" "), after.split(" ")
    measured, yardstick = alternating(
        lambda: compare(before, after),
        lambda: list(Indel.opcodes(before.split(" "), after.split(" "))),
        101,
        clock=time.process_time,
    )
    alone = milliseconds(lambda: Indel.opcodes(words, new_words), 101, time.process_time)
    note = f"{len(compare(before, after))} chunks; {measured / alone:.1f} times the opcodes of words split before"
    return Result("P12", f"difference {what}", measured, yardstick, 2, note=note)


def _corrected_text(characters: int) -> tuple[str, str]:
    """Return a text of several paragraphs with a mistake in every third sentence, and the text without mistakes."""
    pairs: list[tuple[str, str]] = []
    for language in LANGUAGES:
        wrong = [line.split("\t") for line in (SENTENCES / f"{language}.tsv").read_text("utf-8").splitlines()]
        sound = [(line, line) for line in (SENTENCES / f"{language}.txt").read_text("utf-8").splitlines()]
        for number, (mistake, correction) in enumerate(wrong):
            pairs += [sound[2 * number], (mistake, correction), sound[2 * number + 1]]
    starts = range(0, len(pairs), SENTENCES_OF_A_PARAGRAPH)
    paragraphs = [pairs[start : start + SENTENCES_OF_A_PARAGRAPH] for start in starts]
    before, after = ("\n".join(" ".join(pair[side] for pair in each) for each in paragraphs) for side in (0, 1))
    assert len(before) > characters
    return before[:characters], after[:characters]


def _strongly_improved(text: str) -> str:
    chance, words = random.Random(12), text.split(" ")
    improved: list[str] = []
    for word in words:
        kind, other = chance.random(), chance.choice(words)
        if kind < REPLACED:
            improved.append(other)
        elif kind < REPLACED + ADDED:
            improved += [word, other]
        elif kind > REMOVED + REPLACED + ADDED:
            improved.append(word)
    return " ".join(improved)


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
