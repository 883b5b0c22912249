"""The shared data beside the project; tests that need it skip where it is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[3] / "shared"


def shared_file(name: str) -> Path:
    """A file of `../shared/data/`, or a skipped test."""
    path = SHARED / "data" / name
    if not path.exists():
        pytest.skip(f"../shared/data/{name} is not beside the project")
    return path
