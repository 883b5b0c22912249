"""What another command prints, as a shell hands it over: a pipe that has the name of a file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def piped(content: bytes) -> Iterator[Path]:
    """The name of a pipe with this content, at most some kilobytes, which can be read once."""
    reading, writing = os.pipe()
    os.write(writing, content)
    os.close(writing)
    try:
        yield Path(f"/dev/fd/{reading}")
    finally:
        os.close(reading)
