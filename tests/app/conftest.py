"""Starts the whole program for a test, and ends it afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.program import Program
from support.engines.word_lists import share_word_lists
from support.fixtures.patient_bot import PatientBot
from support.fork_server import forked_services
from support.services.fake_service import FakeService
from termdesk.ui.widgets import toast


@pytest.fixture(scope="session", autouse=True)
def _services_of_programs_are_forked() -> Iterator[None]:
    share_word_lists()
    with forked_services():
        yield


@pytest.fixture(autouse=True)
def _news_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep short notices visible, so that tests on a slow computer do not miss them."""
    for name in ("SHOWN_MS", "MOST_SHOWN_MS"):
        monkeypatch.setattr(toast, name, 3_600_000)


@pytest.fixture
def program_folder(tmp_path: Path) -> Path:
    """The folder with all files of a program."""
    return tmp_path / "home"


@pytest.fixture
def make_program(qtbot: PatientBot, qt_loop: asyncio.AbstractEventLoop) -> Iterator[Callable[[Path], Program]]:
    """Return a function that starts the program on a folder. The program ends after the test."""
    running: list[Program] = []

    def make(folder: Path) -> Program:
        running.append(Program(qtbot, qt_loop, folder))
        running[-1].start()
        return running[-1]

    yield make
    for each in reversed(running):
        each.end()


@pytest.fixture
def program(make_program: Callable[[Path], Program], program_folder: Path) -> Program:
    return make_program(program_folder)


@pytest.fixture
def fake(program: Program) -> Iterator[FakeService]:
    """A fake service. The program disconnects before the service ends."""
    service = FakeService()
    program.wait_for(service.__aenter__())
    yield service
    service.gate.set()
    program.wait_for(program.controller.use_cases.session.stop())
    program.wait_for(service.__aexit__(None, None, None))
