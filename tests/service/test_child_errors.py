"""What a child process reported at its end is kept, except for possible texts of users."""

from __future__ import annotations

import asyncio
import subprocess
import sys

import psutil
import pytest

from termdesk.service.child_errors import KEPT_BYTES, ErrorTail, describe_end, run_child, tellable_lines


def end_of(program: str) -> tuple[list[str], int]:
    """Run a child process to its end. Returns the text that may be reported, and its exit code."""
    with ErrorTail() as errors:
        process = subprocess.Popen([sys.executable, "-c", program], stderr=errors.descriptor)
        errors.follow()
        code = process.wait()
        return errors.finish(), code


def test_a_missing_module_is_named() -> None:
    lines, code = end_of("import module_that_nobody_has")

    assert describe_end(lines, code) == "ModuleNotFoundError: No module named 'module_that_nobody_has'"
    assert any("line 1" in line for line in lines)


def test_what_an_error_says_of_a_text_is_left_out() -> None:
    lines, code = end_of("print('My secret text', file=__import__('sys').stderr); raise ValueError('My secret text')")

    assert describe_end(lines, code) == "ValueError"
    assert "secret" not in "".join(lines)


def test_a_child_that_was_killed_is_told_by_its_signal() -> None:
    lines, code = end_of("import os, signal; os.kill(os.getpid(), signal.SIGKILL)")

    assert lines == []
    assert describe_end(lines, code) in ("ended by SIGKILL", "exit code 1")


def test_a_child_that_prints_much_never_waits_and_little_is_kept() -> None:
    lines, code = end_of(
        "import sys\nfor n in range(40_000): print('MemoryError: line', n, file=sys.stderr)\nraise MemoryError"
    )

    assert code == 1
    assert lines[-1] == "MemoryError"
    assert sum(map(len, lines)) <= KEPT_BYTES


def test_a_process_that_never_started_leaves_nothing_open() -> None:
    with ErrorTail() as errors, pytest.raises(OSError, match="No such file"):
        subprocess.Popen(["/no/such/program"], stderr=errors.descriptor)

    assert errors.finish() == []


@pytest.mark.parametrize("turns", range(2, 9))
@pytest.mark.anyio
async def test_a_start_that_is_cancelled_leaves_no_child_and_nothing_open(turns: int) -> None:
    async def run() -> None:
        async with run_child("this"):
            await asyncio.Event().wait()

    # The server that forks services may be a child, too.
    children, before = psutil.Process().children(), psutil.Process().num_fds()
    task = asyncio.ensure_future(run())
    for _ in range(turns):
        await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])

    assert psutil.Process().children() == children
    assert psutil.Process().num_fds() <= before


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("Fatal Python error: Segmentation fault", True),
        ('  File "/usr/lib/x.py", line 7 in read', True),
        ('  File "/usr/lib/x.py", line 7, in read', True),
        ("    translate('the text of a user')", False),
        ("thread '<unnamed>' panicked at src/lib.rs:10:5:", True),
        ("byte index 3 is not a char boundary; it is inside 'ä' of `Geschäft`", False),
        ("apertium-tagger: tagger.cc:12: void f(): Assertion `x > 0' failed.", True),
        ("warning: cannot align 'Vertrag'", False),
    ],
)
def test_which_lines_are_told(line: str, kept: bool) -> None:
    assert bool(tellable_lines(line)) == kept


@pytest.mark.anyio
async def test_a_child_is_killed_when_nobody_needs_it_any_longer() -> None:
    # Python's interactive console waits for input.
    async with run_child("code") as (process, errors):
        assert process.returncode is None

    assert process.returncode
    assert errors.finish() == []


@pytest.mark.anyio
async def test_a_child_tells_of_a_module_that_is_missing() -> None:
    async with run_child("module_that_nobody_has") as (process, errors):
        code = await process.wait()
        lines = errors.finish()

    assert code == 1
    assert describe_end(lines, code) == "exit code 1"
