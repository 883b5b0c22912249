"""P6: from the start of the process to a window that responds to clicks."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

from benchmarks.measuring import ROUNDS, Result

# A minimal window with the same libraries and the same number of tabs.
YARDSTICK = """
import asyncio, sys
from PySide6.QtWidgets import *
import qasync, httpx
app = QApplication(sys.argv)
loop = qasync.QEventLoop(app)
window = QMainWindow()
tabs = QTabWidget()
for number in range(5):
    page = QWidget(); column = QVBoxLayout(page)
    column.addWidget(QTreeView()); column.addWidget(QTableView()); column.addWidget(QPlainTextEdit())
    tabs.addTab(page, str(number))
window.setCentralWidget(tabs)
window.show()
app.processEvents()
print("ready", flush=True)
"""
# The window is shown in an asyncio task, during which no other task may run. So events are processed after the task's
# step. The service is not started, because it would outlive the measurement.
OURS = """
import os
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMainWindow
from termdesk import command_line
show = QMainWindow.show
def ready():
    QApplication.processEvents(); print("ready", flush=True); os._exit(0)
def shown(self):
    from termdesk.ui.app_controller import AppController
    AppController.connect_in_background = lambda self: None
    show(self); QTimer.singleShot(0, ready)
QMainWindow.show = shown
command_line.main([])
"""


def starting() -> Result:
    """The medians of both, started alternately. Each start of the program has empty folders."""
    times: dict[str, list[float]] = {OURS: [], YARDSTICK: []}
    with tempfile.TemporaryDirectory() as compiled:
        for _ in range(ROUNDS + 1):
            for program in times:
                times[program].append(_seconds_to_ready(program, compiled) * 1000)
    # Leave out the first start of each, which reads its files from disk and compiles them.
    ours, yardstick = (sorted(each[1:])[ROUNDS // 2] for each in times.values())
    return Result("P6", "start to a window one can click", ours, yardstick, 1.15)


def _seconds_to_ready(program: str, compiled: str) -> float:
    # Compile modules as after an installation, even if the test environment disables it.
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryDirectory() as home:
        positions = {f"XDG_{name}_HOME": f"{home}/{name}" for name in ("CONFIG", "DATA", "STATE", "CACHE")}
        begin = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-c", program],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={
                **inherited,
                **positions,
                "PYTHONPATH": os.pathsep.join(sys.path),
                "PYTHONPYCACHEPREFIX": compiled,
            },
        )
        assert process.stdout is not None
        line = process.stdout.readline()
        taken = time.perf_counter() - begin
        process.kill()
        process.wait()
        process.stdout.close()
        if line.strip() != "ready":
            raise RuntimeError("the program did not start")
        return taken
