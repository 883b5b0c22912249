"""The real program as a separate process: it starts, and ends cleanly and soon in any situation."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from app.program import Program
from support.campaign import HANGING_SECONDS, long_only, not_hanging
from support.engines.installed_pairs import ALL_PAIRS, only_pair
from support.fork_server import CAN_FORK, fork_server
from termdesk import main
from termdesk.domain.errors import TermdeskError
from termdesk.ui import idle_imports

MILLISECONDS = int(HANGING_SECONDS * 1_000)

# A busy program: a draft was just edited, and twenty calls are running.
BUSY = """
import asyncio, sys
from functools import partial
from pathlib import Path
from PySide6.QtWidgets import QApplication
from termdesk import main
from termdesk.storage.files.folders import Folders
from termdesk.ui.shell.job_keys import JobKind

TEXT = "The house is in the garden, and the garden is behind the house. " * 300

async def call(controller, number):
    api = await controller.use_cases.session.api()
    await api.texts.translate([f"{number}. {TEXT}"], source="en", target="es")

async def be_busy(controller):
    controller.show()
    await controller.connect_now()
    await controller.glossaries.show_sample()
    for number in range(20):
        controller.window.jobs.start(JobKind.TRANSLATE.of(str(number)), "Calling", partial(call, controller, number))
    await asyncio.sleep(0.3)
    print(len(controller.window.jobs.running), flush=True)
    controller.glossaries.page.edits.set_cells([(0, 1, "EDITADO")], "Edit")
    controller.window.close_now()

app = QApplication([])
app.setQuitOnLastWindowClosed(False)
main._run(app, Folders.under(Path(sys.argv[1])), be_busy)
"""

FROZEN = """
import gc, sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from termdesk import main
from termdesk.storage.files.folders import Folders

async def show(controller):
    before = len(gc.get_objects())
    main.show_first(controller)
    assert len(gc.get_objects()) < before // 100
    print(gc.get_freeze_count() > before, flush=True)
    controller.window.close_now()

app = QApplication([])
app.setQuitOnLastWindowClosed(False)
main._run(app, Folders.under(Path(sys.argv[1])), show)
"""


def environment(home: Path, *, has_pairs: bool = False) -> dict[str, str]:
    positions = {f"XDG_{name}_HOME": str(home / name.lower()) for name in ("CONFIG", "DATA", "STATE", "CACHE")}
    # Overwrite freed memory, so that a window that uses it afterwards crashes the process.
    variables = {**os.environ, **positions, "HOME": str(home), "MALLOC_PERTURB_": "165"}
    return variables | ALL_PAIRS if has_pairs else variables


def strictly(*arguments: str) -> list[str]:
    """Return a Python command that turns warnings into errors."""
    return [sys.executable, "-X", "dev", "-W", "error", *arguments]


def without_slowness(said: str) -> str:
    """Return the output without asyncio's lines about slow steps, because computers may be slow."""
    return re.sub(r"^Executing <.*> took [\d.]+ seconds\n", "", said, flags=re.MULTILINE)


@contextmanager
def started(home: Path, *files: str, has_pairs: bool = False) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        strictly("-m", "termdesk", *files),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(home, has_pairs=has_pairs),
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def descendants(pid: int) -> list[int]:
    """Return the descendants of this process, read from /proc."""
    parents: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text("utf-8", "replace").rpartition(")")[2].split()
            parents.setdefault(int(fields[1]), []).append(int(stat.parent.name))
    below = parents.get(pid, [])
    return [*below, *(deeper for each in below for deeper in descendants(each))]


def is_alive(pid: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    return False


def left_over(home: Path) -> list[str]:
    """Return the commands of processes that still use folders of this test."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if str(home).encode() in (process / "environ").read_bytes() and is_alive(int(process.name)):
                found.append((process / "cmdline").read_text("utf-8", "replace").replace("\0", " "))
    return found


def service_answers(home: Path) -> bool:
    log = home / "state" / "termdesk" / "service.log"
    return log.exists() and "GET /v3/glossaries 200" in log.read_text("utf-8")


def complaints(home: Path) -> list[str]:
    """Return the logged lines about bugs, and about tasks that nobody awaited."""
    log = home / "state" / "termdesk" / "termdesk.log"
    lines = log.read_text("utf-8").splitlines() if log.exists() else []
    return [line for line in lines if "ERROR" in line or "never" in line or "destroyed" in line]


@pytest.mark.scorecard("R36")
@pytest.mark.parametrize(
    # The next two tests send the other signals in every run.
    "name",
    ["SIGTERM", pytest.param("SIGINT", marks=long_only), pytest.param("SIGHUP", marks=long_only)],
)
def test_it_ends_in_good_order_when_it_is_told_to(qtbot: QtBot, tmp_path: Path, name: str) -> None:
    # For one of the three signals, engines are still being tested.
    with started(tmp_path, has_pairs=name == "SIGTERM") as process:
        qtbot.waitUntil(lambda: service_answers(tmp_path), timeout=MILLISECONDS)
        children = descendants(process.pid)
        assert children, "the local service should run below the window"

        process.send_signal(getattr(signal, name))
        _, said = process.communicate(timeout=HANGING_SECONDS)

    assert process.returncode == 0
    assert without_slowness(said) == ""
    assert not [each for each in children if is_alive(each)]
    assert complaints(tmp_path) == []
    assert "geometry" in json.loads((tmp_path / "state" / "termdesk" / "window.json").read_text("utf-8"))


@pytest.mark.scorecard("R36")
def test_it_ends_soon_while_the_service_is_still_starting(qtbot: QtBot, tmp_path: Path) -> None:
    with started(tmp_path, has_pairs=True) as process:
        qtbot.waitUntil(lambda: bool(descendants(process.pid)), timeout=MILLISECONDS)
        children = descendants(process.pid)

        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=HANGING_SECONDS)

    assert process.returncode == 0
    assert without_slowness(said) == ""
    assert not [each for each in children if is_alive(each)]


@pytest.mark.scorecard("R44")
@pytest.mark.parametrize(
    ("moment", "name"),
    [
        ("state/termdesk/runs.json", "SIGTERM"),
        pytest.param("data/termdesk/termdesk.db", "SIGTERM", marks=long_only),
        ("state/termdesk/service.log", "SIGHUP"),
        pytest.param("state/termdesk/service.log", "SIGTERM", marks=long_only),
    ],
)
def test_whoever_ends_it_in_the_first_second_is_no_crash(qtbot: QtBot, tmp_path: Path, moment: str, name: str) -> None:
    runs = tmp_path / "state" / "termdesk" / "runs.json"
    with started(tmp_path) as process:
        qtbot.waitUntil((tmp_path / moment).exists, timeout=MILLISECONDS)

        process.send_signal(getattr(signal, name))
        _, said = process.communicate(timeout=HANGING_SECONDS)

    assert process.returncode == 0
    assert without_slowness(said) == ""
    assert json.loads(runs.read_text("utf-8")) == {"is_running": False, "crashes": []}
    assert complaints(tmp_path) == []
    assert left_over(tmp_path) == []


@pytest.mark.scorecard("R44")
@pytest.mark.parametrize(
    "moment", [pytest.param("state/termdesk/runs.json", marks=long_only), "state/termdesk/service.log"]
)
def test_further_signals_do_not_disturb_the_end(qtbot: QtBot, tmp_path: Path, moment: str) -> None:
    runs = tmp_path / "state" / "termdesk" / "runs.json"
    with started(tmp_path) as process:
        qtbot.waitUntil((tmp_path / moment).exists, timeout=MILLISECONDS)

        while runs.exists() and json.loads(runs.read_text("utf-8"))["is_running"] and process.poll() is None:
            process.send_signal(signal.SIGINT)
            process.send_signal(signal.SIGTERM)
            process.send_signal(signal.SIGHUP)
            qtbot.wait(20)
        _, said = process.communicate(timeout=HANGING_SECONDS)

    assert without_slowness(said) == ""
    assert json.loads(runs.read_text("utf-8")) == {"is_running": False, "crashes": []}
    assert complaints(tmp_path) == []
    assert left_over(tmp_path) == []


@pytest.mark.scorecard("R36")
def test_closing_with_calls_in_flight_loses_no_edit(tmp_path: Path, make_program: Callable[[Path], Program]) -> None:
    busy = subprocess.Popen(
        strictly("-c", BUSY, str(tmp_path)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(tmp_path) | only_pair("eng-spa", tmp_path / "modes"),
    )
    said, complained = busy.communicate(timeout=HANGING_SECONDS)
    leftovers = left_over(tmp_path)

    calls = said
    assert (busy.returncode, complained) == (0, "")
    assert int(calls) == 20
    assert leftovers == []
    program = make_program(tmp_path)
    program.until(lambda: program.controller.glossaries.panel.model.total == 1)
    summary = program.controller.glossaries.panel.model.summaries[0]
    dictionary = program.wait_for(program.controller.use_cases.library.open(summary, summary.rows[0].pair))
    assert dictionary.entries.targets[0] == "EDITADO"


@pytest.mark.scorecard("R09")
def test_a_second_start_leaves_the_work_to_the_first(qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "terms.en-de.tsv"
    file.write_text("fuse\tSicherung\n", "utf-8")
    with started(tmp_path) as first:
        qtbot.waitUntil(lambda: service_answers(tmp_path), timeout=MILLISECONDS)

        with started(tmp_path, str(file)) as second:
            _, said = second.communicate(timeout=HANGING_SECONDS)

        assert (second.returncode, without_slowness(said)) == (0, "")
        assert first.poll() is None


PANES = ("glossaries", "translate", "improve", "languages", "usage")


# Tests of the pseudo-language and of scaled windows draw every window, too.
@pytest.mark.slow(keep=1)
@pytest.mark.parametrize(
    ("options", "names"),
    [
        (["--only-panes"], PANES),
        pytest.param([], (*PANES, "import-review", "difference"), marks=long_only),
    ],
)
@pytest.mark.parametrize("has_apertium", [True, pytest.param(False, marks=long_only)])
def test_every_pane_is_drawn_light_and_dark(
    tmp_path: Path, has_apertium: bool, options: list[str], names: Sequence[str]
) -> None:
    folder = tmp_path / "pictures"
    variables = environment(tmp_path, has_pairs=True)
    if not has_apertium:
        # An empty folder has no pairs, as on a machine that was never set up for translation.
        variables["TERMDESK_APERTIUM_MODES"] = str(tmp_path)

    # A forked service has already read the pairs and would ignore an empty folder, so fork only with pairs.
    forks = [fork_server().fileno()] if CAN_FORK and has_apertium else []
    program = ["support.services.forked_program", *map(str, forks)] if forks else ["termdesk"]
    with (tmp_path / "said").open("w+", encoding="utf-8") as said:
        drawing = subprocess.Popen(
            strictly("-m", *program, "--pictures", str(folder), *options),
            pass_fds=forks,
            stdout=subprocess.PIPE,
            stderr=said,
            text=True,
            env={**variables, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUNBUFFERED": "1"},
        )
        try:
            paths = lines_of(drawing)
            code = drawing.wait(timeout=HANGING_SECONDS)
        finally:
            drawing.kill()
            drawing.communicate()
        said.seek(0)
        complaint = without_slowness(said.read())

    assert (code, complaint) == (0, "")
    pictures = {path.stem: QImage(str(path)) for path in folder.glob("*.png")}
    for name in names:
        light, dark = pictures[f"{name}-light"], pictures[f"{name}-dark"]
        assert mean_lightness(light) > 180, name
        assert mean_lightness(dark) < 80, name
    assert set(paths) == {str(path) for path in folder.glob("*.png")}


def lines_of(process: subprocess.Popen[str]) -> list[str]:
    """Return the lines that a process prints until it ends. Raises TimeoutError if it hangs.

    All pictures together take many minutes on a busy computer, so only the time for each line is limited.
    """
    assert process.stdout is not None
    lines: list[str] = []
    while True:
        with not_hanging():
            line = process.stdout.readline()
        if not line:
            return lines
        lines.append(line.rstrip("\n"))


def mean_lightness(picture: QImage) -> float:
    pixels = [
        picture.pixelColor(x, y).lightness()
        for x in range(0, picture.width(), 20)
        for y in range(0, picture.height(), 20)
    ]
    return sum(pixels) / len(pixels)


@pytest.mark.scorecard("S35")
@pytest.mark.parametrize(
    ("python", "qt", "deadly"),
    [
        ((3, 11), (6, 12), True),
        ((3, 11), (7, 0), True),
        ((3, 11), (6, 11), False),
        ((3, 12), (6, 12), False),
        ((3, 13), (6, 12), False),
    ],
)
def test_which_pythons_and_qts_kill_each_other(python: tuple[int, int], qt: tuple[int, int], deadly: bool) -> None:
    assert main.is_deadly_pair(python, qt) is deadly


@pytest.mark.scorecard("S35")
def test_a_deadly_pair_is_refused_with_a_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 11, 7, "final", 0))
    monkeypatch.setattr(main.PySide6, "__version_info__", (6, 12, 0, "", ""))

    with pytest.raises(TermdeskError, match="aborts under Python 3") as refused:
        main.run([])

    assert "6.11.3" in refused.value.remedy


# Starts the program until its window is shown, then prints the loaded modules and the source files read.
LOADED = """
import linecache, os, sys
from PySide6.QtWidgets import QMainWindow
from termdesk import command_line

def shown(window):
    print(*sys.modules)
    print(*linecache.cache, flush=True)
    os._exit(0)

QMainWindow.show = shown
command_line.main([])
"""


@pytest.mark.slow
def test_what_the_window_does_not_need_at_once_is_not_loaded(tmp_path: Path) -> None:
    heavy = {"keyring", "httpx", "uvicorn", "starlette", "sqlalchemy", "lingotweaker", "xlsxwriter", "rapidfuzz"}
    heavy |= {"html", "difflib", "pickle"}

    started = subprocess.run(
        [sys.executable, "-c", LOADED], check=True, capture_output=True, text=True, env=environment(tmp_path)
    )

    modules, sources = (line.split() for line in started.stdout.splitlines())
    assert {name.partition(".")[0] for name in modules} & heavy == set()
    assert set(idle_imports.MODULES) & set(modules) == set()
    # Checks and publishing are loaded with the first dictionary.
    assert "termdesk.application.glossaries.checks.check_index" not in modules
    assert "termdesk.application.glossaries.publishing.publisher" not in modules
    assert "termdesk.application.glossaries.editing.open_dictionary" not in modules
    assert "termdesk.domain.matching.terms" not in modules
    assert [each for each in sources if "termdesk/ui/" in each] == []


@pytest.mark.slow
def test_the_garbage_collection_does_not_visit_what_the_start_made(tmp_path: Path) -> None:
    command = strictly("-c", FROZEN, str(tmp_path))

    run = subprocess.run(command, capture_output=True, text=True, env=environment(tmp_path), check=False)

    assert (run.stdout, run.stderr) == ("True\n", "")
