"""The whole program, started for a test and ended after it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.program import Program


@pytest.fixture
def program(qtbot: QtBot, qt_loop: asyncio.AbstractEventLoop, tmp_path: Path) -> Iterator[Program]:
    running = Program(qtbot, qt_loop, tmp_path / "home")
    running.start()
    yield running
    running.end()
