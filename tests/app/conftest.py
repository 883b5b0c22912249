"""Starts the whole program for a test, and ends it afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.program import Program
from support.engines.word_lists import share_word_lists
from support.fixtures.patient_bot import PatientBot
from support.fixtures.running_loop import running_loop
from support.fixtures.shared_program import SharedProgram
from support.fork_server import forked_services
from support.services.fake_service import FakeService
from termdesk.ui.widgets import toast


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the tests of a module that start programs of their own after those that share one.

    Each of them would end the shared program.
    """
    modules = {path: number for number, path in enumerate(dict.fromkeys(item.path for item in items))}
    items.sort(key=lambda item: (modules[item.path], _starts_own_program(item)))


def _starts_own_program(item: pytest.Item) -> bool:
    names = getattr(item, "fixturenames", ())
    return "make_program" in names and "shared_program" not in names


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


@pytest.fixture(scope="module")
def _loop_of_module(_one_qt_loop: asyncio.AbstractEventLoop) -> Iterator[None]:
    """Let the event loop also run between tests: a shared program waits for its service even then."""
    with running_loop(_one_qt_loop):
        yield


@pytest.fixture(scope="module")
def shared_of_module(_one_qt_loop: asyncio.AbstractEventLoop) -> Iterator[SharedProgram]:
    """The program that the tests of a module share."""
    shared = SharedProgram()
    yield shared
    with running_loop(_one_qt_loop):
        shared.end()


@pytest.fixture
def shared_program(
    shared_of_module: SharedProgram,
    _loop_of_module: None,
    qtbot: PatientBot,
    qt_loop: asyncio.AbstractEventLoop,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Program]:
    """A program as it is after its start, for tests that start none again, and end none.

    The tests of a module share it (support/fixtures/shared_program.py). Any other test takes `fresh_program`.
    """
    yield shared_of_module.lend(qtbot, lambda: Program(qtbot, qt_loop, tmp_path_factory.mktemp("shared")))
    shared_of_module.take_back()


@pytest.fixture
def make_program(
    shared_of_module: SharedProgram, qtbot: PatientBot, qt_loop: asyncio.AbstractEventLoop
) -> Iterator[Callable[[Path], Program]]:
    """Return a function that starts the program on a folder. The program ends after the test.

    A program that other tests share ends before, so that its window is not in the way.
    """
    shared_of_module.end()
    running: list[Program] = []

    def make(folder: Path) -> Program:
        running.append(Program(qtbot, qt_loop, folder))
        running[-1].start()
        return running[-1]

    yield make
    for each in reversed(running):
        each.end()


@pytest.fixture
def fresh_program(make_program: Callable[[Path], Program], program_folder: Path) -> Program:
    """A program of this test alone, which it may end."""
    return make_program(program_folder)


@pytest.fixture
def program(fresh_program: Program) -> Program:
    """A program of this test alone. In modules whose tests share one, this is `shared_program`."""
    return fresh_program


@pytest.fixture
def fake(program: Program) -> Iterator[FakeService]:
    """A fake service. The program disconnects before the service ends."""
    service = FakeService()
    program.wait_for(service.__aenter__())
    yield service
    service.gate.set()
    program.leave_service()
    program.wait_for(service.__aexit__(None, None, None))
