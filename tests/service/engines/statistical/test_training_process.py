"""A training process: its progress messages, and that it leaves a complete model or none."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from support.engines.small_language import made_up
from termdesk.service.engines.statistical.decoder import read_description
from termdesk.service.engines.statistical.training_process import Task
from termdesk.service.engines.statistical.training_process import __name__ as MODULE
from termdesk.service.engines.workers.frames import read_frame, write_frame

pytest.importorskip("thot")


def run(folder: Path, content: str, **changes: str) -> list[dict[str, Any]]:
    """Train from a file with this content, and return all messages."""
    (folder / "learn.tsv").write_text(content, "utf-8")
    task = Task(str(folder / "learn.tsv"), "tsv", "en", "fi", "Small", str(folder / "scratch"), str(folder / "model"))
    given = io.BytesIO()
    write_frame(given, msgspec.to_builtins(msgspec.structs.replace(task, **changes)))
    command = [sys.executable, "-P", "-m", MODULE]
    reported = subprocess.run(command, input=given.getvalue(), capture_output=True, timeout=120, check=True).stdout
    stream, messages = io.BytesIO(reported), []
    while stream.tell() < len(reported):
        messages.append(read_frame(stream))
    return messages


@pytest.mark.slow
def test_it_tells_how_far_it_is_and_leaves_a_whole_model(tmp_path: Path) -> None:
    messages = run(tmp_path, made_up(200) + "nothing\n")

    phases = [each for each in messages if "phase" in each]
    [counted] = [each for each in messages if "segments" in each]
    assert messages[-1] == {"finished": True}
    assert phases[0] == {"phase": "reading", "done": 0, "total": 1}
    assert all(0 <= each["done"] <= each["total"] for each in phases)
    assert counted["segments"] >= 200
    assert sum(counted["left_out"].values()) == 1
    description = read_description(tmp_path / "model")
    assert (description.name, description.trained[-1]) == ("Small", "Z")
    assert not (tmp_path / "scratch").exists()


def test_too_little_to_learn_from_is_refused_in_words_and_leaves_nothing(tmp_path: Path) -> None:
    [*_, refused] = run(tmp_path, "a\tb\n")

    assert refused["refused"]
    assert not (tmp_path / "model").exists()


@pytest.mark.skipif(os.name != "posix", reason="a path of POSIX")
def test_a_disk_that_does_not_take_the_model_is_told(tmp_path: Path) -> None:
    [*_, refused] = run(tmp_path, made_up(100), scratch="/dev/null/scratch")

    assert (bool(refused["refused"]), bool(refused["remedy"])) == (True, True)
    assert not (tmp_path / "model").exists()
