"""Freed memory goes back to the system, whichever thread freed it."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

# Prints the megabytes that the process keeps after three threads have freed 20 MB each.
KEEPS = """
import threading
from pathlib import Path
from termdesk.free_memory import return_free_memory, share_free_memory

MB = 1024**2

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / MB

SHARE
# From now on, the C library keeps freed blocks of this size.
block = bytearray(30 * MB)
del block
at_first, ending = resident(), threading.Event()

def work(is_done):
    block = bytearray(b"x") * (20 * MB)
    del block
    is_done.set()
    ending.wait()

for _ in range(3):
    is_done = threading.Event()
    threading.Thread(target=work, args=(is_done,)).start()
    is_done.wait()
return_free_memory()
print(resident() - at_first)
ending.set()
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="about the GNU C library")
@pytest.mark.parametrize(("share", "keeps_much"), [("share_free_memory()", False), ("", True)])
def test_threads_that_share_memory_keep_nothing_of_what_they_freed(share: str, *, keeps_much: bool) -> None:
    said = subprocess.run(
        [sys.executable, "-c", KEEPS.replace("SHARE", share)], capture_output=True, text=True, check=True
    )

    assert (float(said.stdout) > 10) == keeps_much
