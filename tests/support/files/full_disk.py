"""Files that cannot grow, as on a full disk: what is written beyond a size fails with an OSError."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def files_end_at(size: int) -> Iterator[None]:
    """Let no file of this process grow beyond `size` bytes inside the context. Skips the test where that is impossible.

    Keep it short: a test's own files are limited, too.
    """
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
