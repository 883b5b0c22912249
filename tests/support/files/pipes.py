"""A pipe with a file name, as a shell passes it for the output of another command."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def piped(content: bytes) -> Iterator[Path]:
    """Return the name of a pipe with this content. It can be read once, and holds a few kilobytes at most."""
    reading, writing = os.pipe()
    os.write(writing, content)
    os.close(writing)
    try:
        yield Path(f"/dev/fd/{reading}")
    finally:
        os.close(reading)
