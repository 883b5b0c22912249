"""Fixtures and settings for all tests: separate folders, no real keyring, Qt's event loop, and a real local service."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

# Before the first import of Qt, and before anything reads the home folder.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["QT_API"] = "pyside6"
_HOME = tempfile.TemporaryDirectory(prefix="termdesk-tests-")
os.environ["HOME"] = _HOME.name
for _name in ("CONFIG", "DATA", "STATE", "CACHE"):
    os.environ[f"XDG_{_name}_HOME"] = f"{_HOME.name}/{_name.lower()}"
# All test queues share the lists of base forms, because unpacking and packing one takes seconds of computing.
if _SHARED_LISTS := os.environ.get("TERMDESK_BASE_FORMS"):
    Path(_HOME.name, "cache", "termdesk").mkdir(parents=True)
    Path(_HOME.name, "cache", "termdesk", "base_forms").symlink_to(_SHARED_LISTS)
os.environ["PYTHONPATH"] = str(Path(__file__).resolve().parent.parent / "desktop")
# The user's screen, style, network settings and key must not affect the tests.
for _name in ("QT_SCALE_FACTOR", "QT_SCREEN_SCALE_FACTORS", "QT_FONT_DPI", "QT_STYLE_OVERRIDE", "QT_QPA_PLATFORMTHEME"):
    os.environ.pop(_name, None)
for _name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "TERMDESK_KEY"):
    os.environ.pop(_name, None)
    os.environ.pop(_name.lower(), None)
# No test may reach the user's real keys.
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
# A shell starts background jobs with Ctrl+C ignored, which all their child processes inherit.
signal.signal(signal.SIGINT, signal.default_int_handler)

import pytest  # noqa: E402 - the environment comes first
from hypothesis import HealthCheck, settings  # noqa: E402
from hypothesis.internal.conjecture import providers  # noqa: E402

from support.campaign import IS_LONG, not_hanging, size  # noqa: E402
from support.engines.installed_pairs import hide_pairs  # noqa: E402
from support.fixtures.running_loop import running_loop  # noqa: E402
from support.running_service import RunningService, running_service  # noqa: E402

hide_pairs(_HOME.name)
pytest_plugins = ["support.proof.scorecard_plugin", "support.proof.slow_tests"]

# Collecting tests creates hardly any garbage, but searching for it would take a third of the time.
gc.disable()

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from support.fixtures.patient_bot import PatientBot
    from termdesk.storage.records import Records

# No deadline for examples of hypothesis, so that no test fails on a slow computer. The examples are the same in each
# run, except with `dev.py test --long`, which tries 400 others.
settings.register_profile(
    "termdesk",
    deadline=None,
    max_examples=size(15, 400),
    derandomize=not IS_LONG,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("termdesk")
if not IS_LONG:
    # Otherwise hypothesis would read the constants of all imported sources. That takes a second in each queue, and each
    # change of a source would bring other examples.
    providers._get_local_constants = lambda: providers._local_constants


# No test takes a tenth of this, not even on a busy computer. A full campaign may take an hour.
LONGEST_TEST_SECONDS = 10_800.0 if IS_LONG else 900.0


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    """Let a hanging test fail and show where it hangs, so that the other tests still run."""
    with not_hanging(LONGEST_TEST_SECONDS):
        return (yield)


def pytest_collection_finish() -> None:
    """Freeze all objects created so far, so that the garbage collector does not traverse them again.

    Looking for garbage before would take seconds in all queues, and find hardly any.
    """
    gc.freeze()
    # Collecting garbage ten times less often than by default saves two percent of the time.
    gc.set_threshold(10_000, 20, 20)
    gc.enable()


def pytest_sessionfinish() -> None:
    """Clear the clipboard, also after failed tests: data that Python put there must not outlive it."""
    gui = sys.modules.get("PySide6.QtGui")
    if gui is not None and gui.QGuiApplication.instance() is not None:
        gui.QGuiApplication.clipboard().clear()


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Run async tests on asyncio, as the program does."""
    return "asyncio"


@pytest.fixture
async def records(tmp_path: Path) -> AsyncIterator[Records]:
    """The program's database in a separate folder."""
    from support.fixtures.ready_database import ready_database
    from termdesk.storage.records import Records

    async with Records(ready_database(tmp_path / "termdesk.db")) as opened:
        yield opened


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> Iterator[PatientBot]:
    """Waits longer than pytest-qt, for busy computers."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QWidget

    from support.fixtures.patient_bot import PatientBot

    yield PatientBot(request)
    if qapp.keyboardModifiers() != Qt.KeyboardModifier.NoModifier:
        # Release Ctrl: Qt considers it still pressed, and clicks in the next test would extend selections.
        QTest.keyRelease(QWidget(), Qt.Key.Key_Control)


@pytest.fixture(scope="session")
def qapp(qapp: QApplication) -> QApplication:
    """The QApplication of the whole run, with English texts and plural forms, and US number formats."""
    from PySide6.QtCore import QLocale

    from termdesk.ui.words.interface_language import install_language

    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    install_language(qapp)
    return qapp


@pytest.fixture(scope="session")
def service() -> Iterator[RunningService]:
    """A real local service on loopback, for the whole run. Tests create their own glossaries in it."""
    with running_service() as running:
        yield running


@pytest.fixture(scope="session")
def _one_qt_loop(qapp: object) -> Iterator[asyncio.AbstractEventLoop]:
    """The only Qt event loop of the whole run: a second one in the same application would not wake up."""
    import qasync

    loop = qasync.QEventLoop(qapp, already_running=True)
    executor = ThreadPoolExecutor(4)
    loop.set_default_executor(executor)
    asyncio.events._set_running_loop(None)
    yield loop
    executor.shutdown()


# The number of objects that may wait for the next garbage collection between two tests.
_MOST_GARBAGE = 200_000


@pytest.fixture
def qt_loop(_one_qt_loop: asyncio.AbstractEventLoop) -> Iterator[asyncio.AbstractEventLoop]:
    """A running asyncio event loop on Qt's, so that tests stay synchronous and wait with `qtbot.waitUntil`.

    It counts as running only during the test, so that tests on plain asyncio can start their own event loops. Garbage
    is collected in this thread only, as in the program, because a worker thread that frees parts of a window would
    crash the process.
    """
    gc.disable()
    with running_loop(_one_qt_loop):
        yield _one_qt_loop
    if gc.get_count()[0] > _MOST_GARBAGE:
        gc.collect()
        if not gc.get_freeze_count():
            # The test's program has unfrozen all objects after it released large lists, so freeze them again.
            gc.freeze()
