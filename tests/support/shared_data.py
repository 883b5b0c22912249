"""The shared data beside the project. Tests that need it are skipped if it is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[3] / "shared"


def shared_file(name: str) -> Path:
    """Return a file of `../shared/data/`. Skips the test if it is missing."""
    path = SHARED / "data" / name
    if not path.exists():
        pytest.skip(f"../shared/data/{name} is not beside the project")
    return path
