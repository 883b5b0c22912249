"""Apertium pairs as installed on this system: its own pipelines, kept running, one sentence at a time.

The stages are listed in the pair's `.mode` file; each gets the null-flush flag, so a sentence that ends with NUL
comes back at once (1 to 4 ms) instead of a new set of processes for every request (60 to 350 ms).
"""

from __future__ import annotations

import contextlib
import logging
import os
import re
import select
import shlex
import shutil
import subprocess
import threading
import time
from pathlib import Path

import psutil

from termdesk.domain.language.language import LanguagePair, canonical
from termdesk.service.child_errors import ErrorTail, describe_end
from termdesk.service.engines.errors import EngineFailed
from termdesk.service.engines.translation_engine import Sentence

log = logging.getLogger("termdesk.service")

# Where Debian's packages put the pairs. The variable names another folder: of MacPorts, say, or one of your own.
MODES = Path(os.environ.get("TERMDESK_APERTIUM_MODES") or "/usr/share/apertium/modes")
SECONDS_A_SENTENCE = 5.0
SECONDS_TO_START = 10.0

_CODES = {
    "eng": "en", "spa": "es", "ita": "it", "fra": "fr", "por": "pt", "dan": "da", "swe": "sv", "nob": "nb", "ron": "ro",
}  # fmt: skip
_MODE = re.compile(r"([a-z]{2,3})-([a-z]{2,3}(?:_[A-Z]{2})?)")
# A sentence that each source language must get through, with most of its words known. A pair whose tools
# abort (Russian and Ukrainian do in Debian 12), or whose source is not here, is not listed.
PROBES = {
    "en": "The house is big and the book is on the table.",
    "es": "La casa es grande y el libro está sobre la mesa.",
    "fr": "La maison est grande et le livre est sur la table.",
    "pt": "A casa é grande e o livro está na mesa.",
    "it": "La casa è grande e il libro è sul tavolo.",
    "ro": "Casa este mare și cartea este pe masă.",
    "da": "Huset er stort, og bogen ligger på bordet.",
    "sv": "Huset är stort och boken ligger på bordet.",
    "nb": "Huset er stort, og boken ligger på bordet.",
}
# Both end the input of a stage: the one as we write it, the other as the end of a file in C.
_ENDS_INPUT = str.maketrans("\0\uffff", "  ")
_SPECIAL = re.compile(r"[\^$@\\/\[\]{}<>*#+~]")
# Escaped characters, and marks before words that a stage did not know: in one pass, since an escaped mark is none.
_ESCAPED_OR_MARK = re.compile(r"\\(.)|[*@#](\w+)", re.DOTALL)
# The last stage takes a tilde for a sign of its own and drops it, escaped or not; a look-alike passes.
_TILDE, _LIKE_TILDE = "~", "\u223c"
_WORD = re.compile(r"\w+")
# Closes the sentence for the stages that wait for its end; cut off again afterwards.
_END = ".[]"


def installed_modes(folder: Path = MODES) -> dict[LanguagePair, Path]:
    """The pairs of installed `.mode` files whose languages and tools are known."""
    found = {}
    for path in sorted(folder.glob("*.mode")) if folder.is_dir() else []:
        match = _MODE.fullmatch(path.stem)
        if match is None:
            continue
        source, (target, _, region) = _code(match.group(1)), match.group(2).partition("_")
        pair = LanguagePair(source, canonical(f"{_code(target)}-{region}" if region else _code(target)))
        if (
            pair.source in PROBES
            and pair.roots.target in PROBES
            and all(shutil.which(words[0]) for words in stages(path))
        ):
            found[pair] = path
    return found


def version() -> str:
    """The version of the installed core; empty if none is installed."""
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        answer = subprocess.run(["lt-proc", "--version"], capture_output=True, text=True, timeout=5, check=False)
        return (answer.stdout or answer.stderr).strip().partition("\n")[0]
    return ""


def _code(code: str) -> str:
    return _CODES.get(code, code)


def stages(mode: Path) -> list[list[str]]:
    """The commands of a pipeline, each with its null-flush flag. The generator marks unknown words."""
    commands = []
    for stage in mode.read_text("utf-8").strip().split("|"):
        words = ["-g" if word == "$1" else word for word in shlex.split(stage) if word != "$2"]
        commands.append([words[0], "-z", *words[1:]])
    return commands


class Pipeline:
    """The running stages of one pair. Safe to call from several threads: they take turns.

    A sentence that takes too long means that a stage died or hangs; the stages are restarted once.
    """

    def __init__(self, pair: LanguagePair, mode: Path) -> None:
        self.pair = pair
        self.last_used = time.monotonic()
        self._commands = stages(mode)
        self._stages: list[subprocess.Popen[bytes]] = []
        self._errors: ErrorTail | None = None
        self._lock = threading.Lock()

    @property
    def is_running(self) -> bool:
        """Whether the processes of the pipeline are running."""
        return bool(self._stages)

    @property
    def resident_bytes(self) -> int:
        """The memory of all stages that is theirs alone; what they share would be counted for each."""
        return sum(map(_own_bytes, [stage.pid for stage in self._stages]))

    def translate(self, sentence: str) -> Sentence:
        """Translate one sentence. Raises EngineFailed where that fails twice."""
        with self._lock:
            self.last_used = time.monotonic()
            limit = SECONDS_A_SENTENCE if self._stages else SECONDS_TO_START
            try:
                return self._asked(sentence, limit)
            except (OSError, TimeoutError):
                self._end()
            try:
                return self._asked(sentence, SECONDS_TO_START)
            except (OSError, TimeoutError) as error:
                reason = self._end()
                log.warning("Apertium %s to %s ended: %s", self.pair.source, self.pair.target, reason)
                raise EngineFailed(
                    f"Apertium {self.pair.source} to {self.pair.target} gave no answer ({reason}).",
                    remedy="Try a shorter sentence.",
                ) from error

    def close(self) -> None:
        """End the processes of the pipeline."""
        with self._lock:
            self._end()

    def _asked(self, sentence: str, limit: float) -> Sentence:
        if not self._stages:
            self._start()
        has_tilde = _TILDE in sentence
        plain = sentence.translate(_ENDS_INPUT).replace(_TILDE, _LIKE_TILDE)
        escaped = _SPECIAL.sub(lambda match: "\\" + match.group(), plain)
        first, last = self._stages[0].stdin, self._stages[-1].stdout
        assert first is not None
        assert last is not None
        os.write(first.fileno(), f"{escaped}{_END}\0".encode())
        raw = _read_to_nul(last.fileno(), time.monotonic() + limit).decode("utf-8", "replace")
        if not raw.endswith(_END):
            # A stage has died: the ones behind it flush what they have, which may be nothing at all.
            raise BrokenPipeError
        text, unknown = _without_marks(raw.removesuffix(_END))
        return Sentence(text.replace(_LIKE_TILDE, _TILDE) if has_tilde else text, unknown)

    def _start(self) -> None:
        errors = ErrorTail()
        try:
            self._start_stages(errors.descriptor)
        except OSError:
            errors.finish()
            raise
        errors.follow()
        self._errors = errors

    def _start_stages(self, errors: int) -> None:
        previous = None
        for command in self._commands:
            # A group of its own, so that none is left behind whatever a stage starts.
            stage = subprocess.Popen(
                command,
                stdin=previous if previous is not None else subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                bufsize=0,
                start_new_session=True,
            )
            if previous is not None:
                previous.close()
            previous = stage.stdout
            self._stages.append(stage)

    def _end(self) -> str:
        """End the stages; gives why the first of them that was dead had ended, else that they were too slow."""
        code = next((code for stage in self._stages if (code := stage.poll())), None)
        for stage in self._stages:
            for pipe in (stage.stdin, stage.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()
            stage.kill()
        for stage in self._stages:
            stage.wait()
        self._stages = []
        lines = self._errors.finish() if self._errors else []
        return describe_end(lines, code) or "it took too long"


def _without_marks(raw: str) -> tuple[str, tuple[str, ...]]:
    """The text as people read it, and the words that were marked as not known."""
    unknown = []

    def plain(match: re.Match[str]) -> str:
        escaped, word = match.groups()
        if word:
            unknown.append(word)
        return str(escaped or word)

    return _ESCAPED_OR_MARK.sub(plain, raw), tuple(unknown)


def _own_bytes(pid: int) -> int:
    try:
        found = psutil.Process(pid).memory_info()
    except psutil.Error:
        return 0
    return int(found.rss - getattr(found, "shared", 0))


def word_count(sentence: str) -> int:
    """The number of words in a sentence."""
    return len(_WORD.findall(sentence))


def probe(pipeline: Pipeline) -> str:
    """Why a pair does not work, or nothing. Leaves the pipeline stopped."""
    sentence = PROBES[pipeline.pair.source]
    try:
        answer = pipeline.translate(sentence)
    except EngineFailed as error:
        return error.message
    finally:
        pipeline.close()
    if not answer.text.strip():
        return "It answers with nothing."
    if len(answer.unknown) * 2 > word_count(sentence):
        return "It does not know the words of a simple sentence."
    return ""


def _read_to_nul(descriptor: int, deadline: float) -> bytes:
    data = b""
    while not data.endswith(b"\0"):
        readable, _, _ = select.select([descriptor], [], [], max(0.0, deadline - time.monotonic()))
        if not readable:
            raise TimeoutError
        chunk = os.read(descriptor, 65_536)
        if not chunk:
            raise BrokenPipeError
        data += chunk
    return data[:-1]
