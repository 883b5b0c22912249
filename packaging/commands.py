"""What `dev.py` can do."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import environment
import system_packages

PROJECT = Path(__file__).resolve().parent.parent
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")
LONG = "--long"


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
    """Open the program; without a screen say what to do, or draw pictures."""
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
    """Every window twice: as it is, and at 150 % in a folder `150-percent` beside."""
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
    """Run every check, also after one has failed; pytest last, so that its closing line is the last.

    `--long` runs campaigns at full length (tests/support/campaign.py). All other arguments go to pytest.
    """
    if LONG in arguments:
        arguments = [each for each in arguments if each != LONG]
        os.environ["TERMDESK_LONG"] = "1"
    python = environment.ready(PROJECT, with_checks=True)
    system_packages.provide(python, fonts=True, tests=True)
    # Tests never open a window on somebody's desktop, and nothing from outside changes what they see.
    os.environ.update(QT_QPA_PLATFORM="offscreen", PYTHONDONTWRITEBYTECODE="1", QT_API="pyside6")
    steps = (
        ("format", [python, "-m", "ruff", "format", "--check", "-q", "."]),
        ("lint", [python, "-m", "ruff", "check", "-q", "."]),
        ("types", [python, "-m", "mypy"]),
        ("layers", [str(Path(python).with_name("lint-imports"))]),
    )
    failed = [name for name, command in steps if not _passes(name, command)]
    failed += run_tests(test_runs(python, arguments))
    if failed:
        print(f"Failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def _passes(name: str, command: list[str]) -> bool:
    begin = time.monotonic()
    print(f"== {name}", flush=True)
    code = subprocess.call(command, cwd=PROJECT)
    _tell(name, code, begin)
    return code == 0


def _tell(name: str, code: int, begin: float) -> None:
    # On stderr, so that pytest's closing line stays the last of the output.
    print(f"== {name}: {'ok' if code == 0 else 'FAILED'} in {time.monotonic() - begin:.0f} s", file=sys.stderr)


def run_tests(runs: list[tuple[str, list[str]]]) -> list[str]:
    """Run all of them side by side, for they mostly wait; gives the names of those that failed.

    The first one is shown as it goes; what the others say follows when it is done, so that lines are not mixed.
    """
    (name, command), *others = runs
    beside = [(each, _Aside(what)) for each, what in others]
    failed = [] if _passes(name, command) else [name]
    return failed + [each for each, aside in beside if not aside.passes(each)]


class _Aside:
    """A run whose lines are kept until somebody asks for them."""

    def __init__(self, command: list[str]) -> None:
        self._begin = time.monotonic()
        self._said = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115 closed by passes
        self._process = subprocess.Popen(command, cwd=PROJECT, stdout=self._said, stderr=subprocess.STDOUT)

    def passes(self, name: str) -> bool:
        """Wait for its end, and say what it said."""
        code = self._process.wait()
        with self._said as said:
            said.seek(0)
            print(f"== {name}\n{said.read()}", flush=True)
        _tell(name, code, self._begin)
        return code == 0


def self_test(arguments: list[str]) -> int:
    """Try the program as users install it: from a wheel, with the packages of `requirements.lock` alone."""
    environment.ready(PROJECT, with_checks=True)
    python = environment.ready_for_users(PROJECT, PROJECT / "build" / "user-environment")
    system_packages.provide(python, fonts=False)
    # Elsewhere and without PYTHONPATH, or the checkout's sources and packages would stand in for missing ones.
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    with tempfile.TemporaryDirectory(prefix="termdesk-self-test-") as elsewhere:
        return subprocess.call([python, "-m", "termdesk", "--self-test", *arguments], cwd=elsewhere, env=variables)


def test_runs(python: str, arguments: list[str]) -> list[tuple[str, list[str]]]:
    """Windows have a process of their own: Qt's loop and plain asyncio's, taking turns in one, disturb each other."""
    pytest = [python, "-m", "pytest"]
    if arguments:
        return [("tests", [*pytest, *arguments])]
    windows, service = ["tests/app", "tests/ui"], "tests/service"
    others = [f"--ignore={each}" for each in (*windows, service)]
    return [
        ("tests of windows", [*pytest, *windows]),
        ("tests of the service", [*pytest, service]),
        ("all other tests", [*pytest, *others]),
        ("self-test from a wheel", [sys.executable, str(PROJECT / "packaging" / "dev.py"), "self-test"]),
    ]


def bench(arguments: list[str]) -> int:
    """The table of figures."""
    python = environment.ready(PROJECT, with_checks=True)
    system_packages.provide(python, fonts=False)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    return subprocess.call([python, str(PROJECT / "tests" / "benchmarks"), *arguments], cwd=PROJECT)
