"""The runs of `dev.py test`: which, in which order, and what is printed about them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
from contextlib import nullcontext
from itertools import chain
from pathlib import Path

import pytest

from support.campaign import HANGING_SECONDS

PROJECT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "packaging"))

import environment  # noqa: E402

import commands  # noqa: E402 - it lies beside dev.py, not in a package


def test_every_test_is_in_exactly_one_run() -> None:
    queues = commands.test_runs("python", [], None)
    runs = [words for queue in queues for _, words in queue if "pytest" in words]
    named = sorted(word for words in runs for word in words if word.startswith("tests/"))
    left_out = sorted(word.removeprefix("--ignore=") for words in runs for word in words if "--ignore=" in word)

    whole = ("app", "application", "client", "commands", "service", "ui")
    parts = ("app/glossaries", "app/roads", "service/engines")
    assert named == left_out == sorted(f"tests/{each}" for each in (*whole, *parts))


def test_what_is_asked_for_is_one_run() -> None:
    one = ("tests", ["python", "-m", "pytest", "-k", "grid"])
    assert commands.test_runs("python", ["-k", "grid"], None) == [[one]]


@pytest.mark.parametrize(("arguments", "is_limited"), [([], True), (["--all"], False), (["tests/app"], False)])
def test_the_time_for_slow_tests_is_limited_unless_all_or_some_are_asked_for(
    arguments: list[str], is_limited: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[commands.Run] = []
    monkeypatch.setattr(commands, "_set_up_for_tests", lambda: "python")
    monkeypatch.setattr(commands, "_prepare_modules", lambda _: None)
    monkeypatch.setattr(commands, "shared_fork_server", lambda _: nullcontext())
    monkeypatch.setattr(commands, "run_tests", lambda queues: made.extend(chain(*queues)) or [])

    assert commands.test(arguments) == 0

    runs = [words for _, words in made if "pytest" in words]
    assert runs
    assert {"--slow-until" in words for words in runs} == {is_limited}


def test_queues_run_side_by_side_and_failures_are_named(capfd: pytest.CaptureFixture[str]) -> None:
    def run(name: str, code: int) -> tuple[str, list[str]]:
        return name, [sys.executable, "-c", f"print('output of {name}', flush=True); raise SystemExit({code})"]

    failed = commands.run_tests([[run("one", 0), run("two", 1)], [run("three", 1), run("four", 0)]])

    printed, reported = capfd.readouterr()
    assert failed == ["two", "three"]
    assert [line for line in printed.splitlines() if line.startswith("output")] == [
        f"output of {name}" for name in ("one", "two", "three", "four")
    ]
    results = [line.partition(" in ")[0] for line in reported.splitlines()]
    assert sorted(results) == ["== four: ok", "== one: ok", "== three: FAILED", "== two: FAILED"]
    assert results.index("== three: FAILED") < results.index("== four: ok")


def test_the_end_of_each_run_is_told_while_others_still_run(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    reached = tmp_path / "reached"
    waiting = f"import os, time\nwhile not os.path.exists({str(reached)!r}): time.sleep(0.01)"
    queues = [[("waiting", [sys.executable, "-c", waiting])], [("short", [sys.executable, "-c", ""])]]
    ended = threading.Thread(target=commands.run_tests, args=[queues])
    ended.start()
    reported = ""
    deadline = time.monotonic() + HANGING_SECONDS
    while "\n" not in reported and time.monotonic() < deadline:
        reported += capfd.readouterr().err
    reached.touch()
    ended.join()

    assert re.fullmatch(r"== short: ok in \d+ s, after \d+ s\n", reported)
    assert capfd.readouterr().err.startswith("== waiting: ok in ")


def test_modules_are_compiled_once_before_the_queues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("desktop/termdesk", "tests/support"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "module.py").touch()
    monkeypatch.setattr(commands, "PROJECT", tmp_path)
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)

    commands._prepare_modules(sys.executable)

    assert len(list(tmp_path.glob("*/*/__pycache__/module.*.pyc"))) == 2
    assert list((tmp_path / ".hypothesis").rglob("charmap*"))


def test_every_check_runs_and_long_campaigns_are_asked_for_by_one_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[list[list[commands.Run]]] = []
    monkeypatch.setattr(os, "environ", {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
    monkeypatch.setattr(environment, "ready", lambda *_, **__: "python")
    monkeypatch.setattr(commands.system_packages, "provide", lambda *_, **__: None)
    monkeypatch.setattr(commands, "run_tests", lambda queues: made.append(queues) or [])
    called: list[list[str]] = []
    monkeypatch.setattr(commands.subprocess, "call", lambda words, **_: called.append(words) or 0)

    assert commands.test(["--long", "tests/app"]) == 0

    assert os.environ["TERMDESK_LONG"] == "1"
    [[_, scorecard, folder]] = called
    assert Path(scorecard).is_file()
    assert folder == os.environ["TERMDESK_SCORECARD"]
    assert "PYTHONDONTWRITEBYTECODE" not in os.environ
    [[*checks, tests]] = made[0]
    assert [name for name, _ in checks] == ["format", "lint", "types", "types by mypy", "layers"]
    assert [[tests]] == commands.test_runs("python", ["tests/app"], None)

    del os.environ["TERMDESK_LONG"]
    assert commands.test(["tests/app"]) == 0

    [[*checks, tests]] = made[1]
    assert [name for name, _ in checks] == ["format", "lint", "types", "layers"]


def test_python_packages_and_system_packages_are_installed_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    both = threading.Barrier(2, timeout=60)
    monkeypatch.setattr(environment, "ready", lambda *_, **__: both.wait() >= 0 and "python")
    monkeypatch.setattr(commands.system_packages, "provide", lambda *_, **__: both.wait())

    assert commands._set_up_for_tests() == "python"


@pytest.mark.parametrize("has_room", [True, False])
def test_temporary_files_are_in_memory_where_it_has_room(
    has_room: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "MEMORY", tmp_path)
    monkeypatch.setattr(commands, "ROOM", 0 if has_room else 2**62)
    monkeypatch.setenv("TMPDIR", "/before")
    question = [sys.executable, "-c", "import os; print(os.environ['TMPDIR'])"]

    with commands.temporary_files_in_memory():
        reported = subprocess.run(question, capture_output=True, text=True, check=True).stdout.strip()
        Path(reported, "left").mkdir(parents=True) if has_room else None

    assert Path(reported).parent == (tmp_path if has_room else Path("/"))
    assert os.environ["TMPDIR"] == "/before"
    assert list(tmp_path.iterdir()) == []


# Answers requests, and ends when no client is left.
ECHO = """#!{python}
import socket, sys
asked = socket.socket(fileno=int(sys.argv[-1]))
while message := asked.recv(100):
    asked.send(b"heard " + message)
"""
ASKING = """
import os, socket
server = socket.socket(fileno=int(os.environ["TERMDESK_FORK_SERVER"]))
server.send(b"%b")
print(server.recv(100).decode())
"""


STORING = """
import conftest
from termdesk.service.engines.base_form_files import BaseFormFiles, cache_folder
forms = BaseFormFiles(cache_folder)
print(forms.load("en", "1"))
forms.save("en", "1", b"packed")
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_all_queues_share_the_lists_of_base_forms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TERMDESK_BASE_FORMS", raising=False)
    folders = os.pathsep.join(str(PROJECT / each) for each in ("desktop", "tests"))

    def loaded_in_new_queue() -> str:
        variables = {**os.environ, "PYTHONPATH": folders}
        return subprocess.run(
            [sys.executable, "-c", STORING], env=variables, capture_output=True, text=True, check=True
        ).stdout

    with commands.shared_base_forms():
        folder = Path(os.environ["TERMDESK_BASE_FORMS"])
        found = [loaded_in_new_queue(), loaded_in_new_queue()]

    assert found == ["None\n", "b'packed'\n"]
    assert "TERMDESK_BASE_FORMS" not in os.environ
    assert not folder.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems start every service anew")
def test_all_queues_ask_one_server_for_services(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    server = tmp_path / "server"
    server.write_text(ECHO.format(python=sys.executable), "utf-8")
    server.chmod(0o700)
    queues = [[(each, [sys.executable, "-c", ASKING.replace("%b", each)])] for each in ("one", "two")]

    with commands.shared_fork_server(str(server)):
        failed = [*commands.run_tests(queues[:1]), *commands.run_tests([[], *queues[1:]])]

    assert failed == []
    assert [line for line in capfd.readouterr().out.splitlines() if "heard" in line] == ["heard one", "heard two"]
    assert "TERMDESK_FORK_SERVER" not in os.environ
