"""Aligns the words of a translation with the words of its source, as Apertium itself carries them through.

Each source word gets a word-bound blank, `[[t:w:3]]house[[/]]`. The stages move these blanks with the words, so nothing
is guessed. This needs a separate run, because the stages that are kept running lack two that handle these blanks.
"""

from __future__ import annotations

import contextlib
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

from termdesk.service.engines.apertium.modes import Command, stages
from termdesk.service.engines.apertium.stream import LOOK_ALIKES, escape
from termdesk.service.engines.translation_engine import TracedWord

ATTACH, DETACH = "apertium-wblank-attach", "apertium-wblank-detach"
SECONDS_TO_ALIGN = 10.0
# With more than the pipes can hold, the processes could block each other.
MOST_BYTES = 30_000

# A full stop and an empty blank, which end the sentence for the stages.
_END = ".[]"
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
# A word with its bound blank, or an escaped character, which may be a bracket.
_BOUND = re.compile(r"\\.|\[\[([^\]]*)\]\](.*?)\[\[/\]\]", re.DOTALL)
_NUMBER = re.compile(r"t:w:(\d+)")
_MARKS = re.compile(r"\\(.)|[*@#](?=\w)", re.DOTALL)
_TOKEN = re.compile(r"\w+")


def trace(route: Sequence[Path], sentences: Sequence[str]) -> list[list[TracedWord]]:
    """Return the translated words of each sentence, passed through the modes of a route in order.

    Raises OSError or TimeoutExpired; returns no words if the text is too long.
    """
    texts = [sentence.translate(LOOK_ALIKES) for sentence in sentences]
    words = list[list[TracedWord]]()
    for mode in route:
        answers = _answers(mode, texts)
        if answers is None:
            return [[] for _ in sentences]
        traced = list(map(_read, answers, texts))
        words = list(map(_compose, texts, words, traced)) if words else traced
        texts = list(map(_text_of, answers))
    return words


def _compose(text: str, first: Sequence[TracedWord], second: Sequence[TracedWord]) -> list[TracedWord]:
    """Link each word of a second translation to its source words in the first language.

    `text` is the first translation, `first` are the links of its words, and `second` are the links from the second
    translation to `text`. A word without a link in either has no source.
    """
    positions = [match.span() for match in _TOKEN.finditer(text)]
    if len(positions) != len(first):
        # A word was split because a blank was bound to a part of it.
        return []
    found = []
    for each in second:
        sources = [
            source
            for (start, end), word in zip(positions, first, strict=True)
            if any(start < last and begin < end for begin, last in each.sources)
            for source in word.sources
        ]
        found.append(TracedWord(each.word, tuple(dict.fromkeys(sources))))
    return found


def _answers(mode: Path, sentences: Sequence[str]) -> list[str] | None:
    """Return the output of the stages for each sentence; None if the mode is not suitable or the text too long."""
    commands = _tracing_stages(mode)
    marked = "".join(f"{_mark_words(sentence)}{_END}\0" for sentence in sentences).encode()
    if commands is None or len(marked) > MOST_BYTES:
        return None
    answers = _run(commands, marked).decode("utf-8", "replace").split("\0")
    if len(answers) < len(sentences):
        raise OSError("a stage ended")
    return [answer.strip().removesuffix(_END) for answer in answers[: len(sentences)]]


def _tracing_stages(mode: Path) -> list[Command] | None:
    """Return the stages of a mode with two more that attach and detach word-bound blanks; None if they do not fit."""
    commands = stages(mode)
    generator = next(
        (position for position, words in enumerate(commands) if words[0] == "lt-proc" and "-g" in words), 0
    )
    if not generator or commands[0][0] != "lt-proc":
        return None
    return [commands[0], [ATTACH, "-z"], *commands[1:generator], [DETACH, "-z"], *commands[generator:]]


def _mark_words(sentence: str) -> str:
    """Return the sentence for the first stage, with a numbered blank around each word."""
    chunks, end = [], 0
    for number, match in enumerate(_WORD.finditer(sentence)):
        chunks += [escape(sentence[end : match.start()]), f"[[t:w:{number}]]{escape(match.group())}[[/]]"]
        end = match.end()
    return "".join([*chunks, escape(sentence[end:])])


def _run(commands: Sequence[Command], given: bytes) -> bytes:
    processes: list[subprocess.Popen[bytes]] = []
    try:
        for command in commands:
            previous = processes[-1].stdout if processes else subprocess.PIPE
            processes.append(
                subprocess.Popen(
                    command,
                    stdin=previous,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,
                )
            )
            if len(processes) > 1 and processes[-2].stdout is not None:
                processes[-2].stdout.close()
        first = processes[0].stdin
        assert first is not None
        first.write(given)
        first.close()
        # The pipe is closed already, and `communicate` must not write to it.
        processes[0].stdin = None
        return processes[-1].communicate(timeout=SECONDS_TO_ALIGN)[0]
    finally:
        for process in processes:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()


def _read(answer: str, sentence: str) -> list[TracedWord]:
    positions = [match.span() for match in _WORD.finditer(sentence)]
    words: list[TracedWord] = []
    end = 0
    for match in _BOUND.finditer(answer):
        if match.group(2) is None:
            continue
        words += [TracedWord(word, ()) for word in _TOKEN.findall(_plain(answer[end : match.start()]))]
        numbers = [int(number) for number in _NUMBER.findall(match.group(1))]
        sources = tuple(positions[number] for number in dict.fromkeys(numbers) if number < len(positions))
        words += [TracedWord(word, sources) for word in _TOKEN.findall(_plain(match.group(2)))]
        end = match.end()
    return words + [TracedWord(word, ()) for word in _TOKEN.findall(_plain(answer[end:]))]


def _text_of(answer: str) -> str:
    """Return the translation without bound blanks, as input for the next mode."""
    return _plain(_BOUND.sub(lambda match: match.group() if match.group(2) is None else match.group(2), answer))


def _plain(text: str) -> str:
    return _MARKS.sub(lambda match: match.group(1) or "", text)
