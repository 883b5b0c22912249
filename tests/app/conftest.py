"""Starts the whole program for a test, and ends it afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.program import Program
from support.engines.word_lists import share_word_lists
from support.fixtures.patient_bot import PatientBot
from support.fixtures.shared_program import SharedProgram
from support.fork_server import forked_services
from support.services.fake_service import FakeService
from termdesk.ui.widgets import toast

_HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the tests that share a program before all others of this folder, which end that program."""
    first = next((number for number, item in enumerate(items) if _HERE in item.path.parents), 0)
    here = [item for item in items if _HERE in item.path.parents]
    others = [item for item in items if _HERE not in item.path.parents]
    items[:] = [*others[:first], *sorted(here, key=lambda item: not _shares_program(item)), *others[first:]]


def _shares_program(item: pytest.Item) -> bool:
    return "shared_program" in getattr(item, "fixturenames", ())


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


@pytest.fixture(scope="session")
def shared_of_tests(_one_qt_loop: asyncio.AbstractEventLoop) -> Iterator[SharedProgram]:
    """The program that the tests of this folder share."""
    shared = SharedProgram(_one_qt_loop)
    yield shared
    shared.end()


@pytest.fixture(scope="module")
def _loop_of_module(request: pytest.FixtureRequest, shared_of_tests: SharedProgram) -> None:
    """Let the event loop run between the tests from now on, until those of this folder are over.

    Then the shared program ends: tests of other folders delete all windows.
    """
    shared_of_tests.run_loop()
    folder = next(each for each in request.node.iter_parents() if each.path == _HERE)
    folder.addfinalizer(shared_of_tests.end)


@pytest.fixture(autouse=True)
def _no_other_program(request: pytest.FixtureRequest) -> None:
    """End the shared program before a test that does not use it: its window and its event loop would be in the way."""
    if not _shares_program(request.node):
        request.getfixturevalue("shared_of_tests").end()


@pytest.fixture
def shared_program(
    shared_of_tests: SharedProgram,
    _loop_of_module: None,
    qtbot: PatientBot,
    qt_loop: asyncio.AbstractEventLoop,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Program]:
    """A program as it is after its start, for tests that start none again, and end none.

    Tests share it (support/fixtures/shared_program.py). Any other test takes `fresh_program`.
    """
    yield shared_of_tests.lend(qtbot, lambda: Program(qtbot, qt_loop, tmp_path_factory.mktemp("shared")))
    shared_of_tests.take_back()


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
def fresh_program(make_program: Callable[[Path], Program], program_folder: Path) -> Program:
    """A program of this test alone, which it may end."""
    return make_program(program_folder)


@pytest.fixture
def program(fresh_program: Program) -> Program:
    """A program of this test alone. In modules whose tests share one with others, this is `shared_program`."""
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
