"""The commands of `dev.py`."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import NamedTuple

import environment
import system_packages

PROJECT = Path(__file__).resolve().parent.parent
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")
LONG, ALL = "--long", "--all"
# The option of pytest that limits the time for slow tests (tests/support/proof/slow_tests.py), and how long a run has
# time for them, in seconds since its start.
SLOW_UNTIL = "--slow-until"
SLOW_SECONDS = 390
# A folder in memory, if the system has one, and the free space that tests may need in it.
MEMORY = Path("/dev/shm")
ROOM = 4 * 1024**3
# The environment variable with the file descriptor through which tests ask for forked services.
FORK_SERVER = "TERMDESK_FORK_SERVER"
# The environment variable with the folder in which tests keep packed lists of base forms (tests/conftest.py).
BASE_FORMS = "TERMDESK_BASE_FORMS"

# When this program was started, by the monotonic clock.
_BEGIN = time.monotonic()

# A display name and a command line.
Run = tuple[str, list[str]]


def main(arguments: Sequence[str]) -> int:
    known = {"run": run, "test": test, "self-test": self_test, "bench": bench}
    if not arguments or arguments[0] not in known:
        sys.stderr.write(f"Use: python3 packaging/dev.py {'|'.join(known)} …\n")
        return 0 if arguments and arguments[0] in ("-h", "--help") else 2
    try:
        return known[arguments[0]](list(arguments[1:]))
    except environment.SetUpFailed as error:
        sys.stderr.write(f"\n{error}\n")
        return 1
    except KeyboardInterrupt:
        return 130


def run(arguments: list[str]) -> int:
    """Open the program. Without a screen, print what to do, or draw pictures."""
    wants_pictures = any(each.startswith("--pictures") for each in arguments)
    if not wants_pictures and not has_screen():
        print(
            "There is no screen (neither DISPLAY nor WAYLAND_DISPLAY is set).\n"
            "Start this in a desktop session, or let it draw every window into a folder:\n"
            "    python3 packaging/dev.py run --pictures DIR"
        )
        return 1
    python = environment.ready(PROJECT, with_checks=False)
    system_packages.provide(python, fonts=wants_pictures)
    if wants_pictures:
        return draw_pictures(python, arguments)
    return subprocess.call([python, "-m", "termdesk", *arguments])


def draw_pictures(python: str, arguments: list[str]) -> int:
    """Draw every window twice: at 100 %, and at 150 % in the subfolder `150-percent`."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    folder = next((each for each in reversed(arguments) if not each.startswith("--")), "")
    folder = folder or arguments[0].partition("=")[2]
    code = subprocess.call([python, "-m", "termdesk", "--pictures", folder])
    larger = {**os.environ, "QT_SCALE_FACTOR": "1.5"}
    return code or subprocess.call(
        [python, "-m", "termdesk", "--pictures", str(Path(folder) / "150-percent")], env=larger
    )


def has_screen() -> bool:
    return sys.platform in ("win32", "darwin") or any(os.environ.get(name) for name in SCREENS)


def test(arguments: list[str]) -> int:
    """Run every check, even after one has failed. pytest runs last, so that its summary is the last line.

    Slow tests run last, and only as long as there is time. `--all` runs them all. `--long` also runs campaigns at full
    length (tests/support/campaign.py), and stores their results. All other arguments go to pytest; with them, there is
    no limit either.
    """
    rest = [each for each in arguments if each not in (LONG, ALL)]
    if LONG in arguments:
        return _test_at_length(rest)
    return _test(rest, is_limited=not rest and ALL not in arguments)


def _test_at_length(arguments: list[str]) -> int:
    """Run campaigns at full length, print their results, and update the scorecard in `tests/README.md`."""
    os.environ["TERMDESK_LONG"] = "1"
    with tempfile.TemporaryDirectory(prefix="termdesk-scorecard-") as folder:
        os.environ["TERMDESK_SCORECARD"] = folder
        code = _test(arguments, is_limited=False)
        # On stderr, so that pytest's summary stays the last line of stdout.
        scorecard = [sys.executable, str(PROJECT / "tests" / "support" / "proof" / "scorecard.py"), folder]
        return subprocess.call(scorecard, stdout=sys.stderr) or code


def _test(arguments: list[str], *, is_limited: bool) -> int:
    begin = time.time()
    python = _set_up_for_tests()
    # Tests never open a window on the screen, and the environment does not change their results.
    os.environ.update(QT_QPA_PLATFORM="offscreen", QT_API="pyside6")
    # Let processes reuse compiled modules: hundreds are started.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    steps: list[Run] = [
        ("format", [python, "-m", "ruff", "format", "--check", "-q", "."]),
        ("lint", [python, "-m", "ruff", "check", "-q", "."]),
        *_type_checks(python),
        ("layers", [str(Path(python).with_name("lint-imports"))]),
    ]
    [first, *others] = test_runs(python, arguments, begin + SLOW_SECONDS if is_limited else None)
    if others:
        _prepare_modules(python)
    with temporary_files_in_memory(), shared_base_forms(), shared_fork_server(python) if others else nullcontext():
        failed = run_tests([[*steps, *first], *others])
    if failed:
        print(f"Failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def _set_up_for_tests() -> str:
    """Install Python packages and, beside them, system packages: each waits for its own downloads."""
    with ThreadPoolExecutor(1) as beside:
        provided = beside.submit(system_packages.provide, sys.executable, fonts=True, tests=True)
        python = environment.ready(PROJECT, with_checks=True)
        provided.result()
    return python


def _prepare_modules(python: str) -> None:
    """Compile all modules, and sort all characters for generated texts, once. Takes some seconds in a new checkout.

    Otherwise every queue would do so at the same time.
    """
    compiling = [python, "-m", "compileall", "-qq", "desktop/termdesk", "tests/support"]
    sorting = [python, "-c", "from hypothesis.internal import charmap; charmap.charmap()"]
    beside = [subprocess.Popen(each, cwd=PROJECT) for each in (compiling, sorting)]
    for each in beside:
        each.wait()


def _type_checks(python: str) -> list[Run]:
    """Return the type checks: zuban in every run, and mypy in long ones.

    Both follow `[tool.mypy]`. zuban takes two seconds and mypy seventy; of 108 errors put in for a comparison, zuban
    found 106. The benchmarks are checked, too, because no run executes them.
    """
    zuban = str(Path(python).with_name("zuban"))
    checks: list[Run] = [
        ("types", [zuban, "mypy", "--python-executable", python, "desktop/termdesk", "tests/benchmarks"])
    ]
    if os.environ.get("TERMDESK_LONG"):
        checks.append(("types by mypy", [python, "-m", "mypy"]))
    return checks


@contextmanager
def temporary_files_in_memory() -> Iterator[None]:
    """Keep temporary files of started processes in memory, if the system has room.

    Tests create thousands of databases, and each would wait for the disk again and again.
    """
    if not MEMORY.is_dir() or shutil.disk_usage(MEMORY).free < ROOM:
        yield
        return
    before = os.environ.get("TMPDIR")
    # A short path, because socket paths are limited to about a hundred characters.
    with tempfile.TemporaryDirectory(prefix="td-", dir=MEMORY, ignore_cleanup_errors=True) as folder:
        os.environ["TMPDIR"] = folder
        try:
            yield
        finally:
            os.environ.pop("TMPDIR")
            os.environ.update({} if before is None else {"TMPDIR": before})


@contextmanager
def shared_base_forms() -> Iterator[None]:
    """Let all test queues share one folder with the lists of base forms, except on Windows, where links need rights.

    Otherwise each queue would unpack and pack the list of every language.
    """
    if sys.platform == "win32":
        yield
        return
    with tempfile.TemporaryDirectory(prefix="td-forms-", ignore_cleanup_errors=True) as folder:
        os.environ[BASE_FORMS] = folder
        try:
            yield
        finally:
            del os.environ[BASE_FORMS]


@contextmanager
def shared_fork_server(python: str) -> Iterator[None]:
    """Let all test queues request services from one process, if the system can fork (tests/support/fork_server.py).

    Otherwise each queue would start its own, and each of these would load the same rules and word lists.
    """
    if sys.platform != "linux":
        yield
        return
    near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    command = [python, "-c", "from support import fork_server; fork_server.run()", str(far.fileno())]
    folders = os.pathsep.join(str(PROJECT / each) for each in ("desktop", "tests"))
    with near, tempfile.TemporaryDirectory(prefix="td-home-") as home:
        variables = {**os.environ, "HOME": home, "PYTHONPATH": folders}
        with far:
            server = subprocess.Popen(command, stdin=subprocess.DEVNULL, pass_fds=[far.fileno()], env=variables)
        os.environ[FORK_SERVER] = str(near.fileno())
        try:
            yield
        finally:
            del os.environ[FORK_SERVER]
            near.shutdown(socket.SHUT_RDWR)
            server.wait()


def _inherited() -> list[int]:
    """Return the file descriptors that child processes inherit."""
    return [int(number) for name, number in os.environ.items() if name == FORK_SERVER]


def _passes(name: str, command: list[str]) -> bool:
    begin = time.monotonic()
    print(f"== {name}", flush=True)
    code = subprocess.call(command, cwd=PROJECT, pass_fds=_inherited())
    _tell(name, code, begin)
    return code == 0


def _tell(name: str, code: int, begin: float) -> None:
    """Print the result of a run when it ends, and how long all runs have taken so far."""
    now = time.monotonic()
    result = "ok" if code == 0 else "FAILED"
    # On stderr, so that pytest's summary stays the last line of stdout.
    print(f"== {name}: {result} in {now - begin:.0f} s, after {now - _BEGIN:.0f} s", file=sys.stderr, flush=True)


def run_tests(queues: list[list[Run]]) -> list[str]:
    """Run the queues in parallel, and the runs of each queue in sequence. Returns the names of the failed runs.

    The first queue prints as it goes. The output of the other queues is printed at the end, so that lines are not
    mixed. The end of each run is told at once.
    """
    first, *others = queues

    def run_queue(queue: list[Run]) -> list[Finished]:
        return [_quietly(*run) for run in queue]

    with ThreadPoolExecutor(max(1, len(others))) as lanes:
        beside = [lanes.submit(run_queue, queue) for queue in others]
        failed = [name for name, command in first if not _passes(name, command)]
        for each in beside:
            for finished in each.result():
                print(f"== {finished.name}\n{finished.output}", flush=True)
                failed += [finished.name] if finished.code else []
    return failed


class Finished(NamedTuple):
    """A finished run with its output."""

    name: str
    code: int
    output: str


def _quietly(name: str, command: list[str]) -> Finished:
    begin = time.monotonic()
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
        code = subprocess.call(command, cwd=PROJECT, stdout=output, stderr=subprocess.STDOUT, pass_fds=_inherited())
        _tell(name, code, begin)
        output.seek(0)
        return Finished(name, code, output.read())


def self_test(arguments: list[str]) -> int:
    """Test the program as users install it: from a wheel, with only the packages of `requirements.lock`."""
    environment.ready(PROJECT, with_checks=True)
    python = environment.ready_for_users(PROJECT, PROJECT / "build" / "user-environment")
    system_packages.provide(python, fonts=False)
    # Run in another folder and without PYTHONPATH; otherwise sources and packages of the checkout would replace missing
    # ones. Allow compiled modules, because that environment was installed without them.
    left_out = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")
    variables = {name: value for name, value in os.environ.items() if name not in left_out}
    with tempfile.TemporaryDirectory(prefix="termdesk-self-test-") as elsewhere:
        return subprocess.call([python, "-m", "termdesk", "--self-test", *arguments], cwd=elsewhere, env=variables)


def test_runs(python: str, arguments: list[str], slow_until: float | None) -> list[list[Run]]:
    """Return eight queues for two processors, because each waits half of its time.

    Slow tests that would start after `slow_until`, in seconds since 1970, are skipped. Tests of windows run in a
    separate process, because Qt's event loop and asyncio's disturb each other in one.
    """
    with_qt = [python, "-m", "pytest"]
    if slow_until is not None:
        with_qt += [SLOW_UNTIL, f"{slow_until:.0f}"]
    if arguments:
        return [[("tests", [*with_qt, *arguments])]]
    # The plug-in for Qt costs time at each test, and Qt at each import within a function. Without the plug-in, its
    # settings in pyproject.toml are unknown.
    without_qt = [*with_qt, "-p", "no:pytest-qt", "-W", "ignore:Unknown config option:pytest.PytestConfigWarning"]
    # The shorter queues yield to the long ones, which wait more; otherwise one processor would idle at the end.
    politely = ["nice", "-n", "2"] if shutil.which("nice") else []
    others = [f"--ignore=tests/{each}" for each in ("app", "ui", "service", "client", "commands", "application")]
    of_other_panes = ["tests/app", "--ignore=tests/app/glossaries", "--ignore=tests/app/roads"]
    return [
        [("tests of windows", [*politely, *with_qt, "tests/ui"])],
        [("tests of the whole program", [*politely, *with_qt, "tests/app/glossaries"])],
        [("other tests of the whole program", [*with_qt, *of_other_panes])],
        [("tests of the service", [*without_qt, "tests/service", "--ignore=tests/service/engines"])],
        [("tests of the engines", [*without_qt, "tests/service/engines"])],
        [
            # First, because it downloads packages, while the other queues compute.
            ("self-test from a wheel", [sys.executable, str(PROJECT / "packaging" / "dev.py"), "self-test"]),
            ("tests of days of work", [*with_qt, "tests/app/roads"]),
            ("tests of the client and the command line", [*without_qt, "tests/client", "tests/commands"]),
        ],
        [("tests of the application", [*politely, *without_qt, "tests/application"])],
        [("all other tests", [*without_qt, *others])],
    ]


def bench(arguments: list[str]) -> int:
    """Run the benchmarks and print the table of figures."""
    python = environment.ready(PROJECT, with_checks=True)
    system_packages.provide(python, fonts=False)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    return subprocess.call([python, str(PROJECT / "tests" / "benchmarks"), *arguments], cwd=PROJECT)
