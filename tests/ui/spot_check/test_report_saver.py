"""Reports of spot-checks are saved where the user says, in the format of the file's extension or of the filter."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QFileDialog, QWidget

from support.spot_check_results import made_result
from termdesk.application.progress import run_in_thread
from termdesk.application.spot_check.spot_check_report import write_report
from termdesk.application.spot_check.spot_check_result import SpotCheckResult
from termdesk.domain.progress import Progress
from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.shell.notices import Notices
from termdesk.ui.spot_check.report_saver import ReportSaver


async def save(result: SpotCheckResult, path: Path, progress: Progress) -> None:
    await run_in_thread(progress, write_report, result, path)


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize(
    ("filter_start", "typed", "written"),
    [("", "report.html", "report.html"), ("Spreadsheet", "report", "report.xlsx"), ("JSON", "a.html", "a.html")],
)
def test_the_extension_or_else_the_filter_decides_the_format(
    window: QWidget,
    jobs: Jobs,
    notices: Notices,
    opened: Callable[[type[Any]], Any],
    pick: Callable[[Path], None],
    at_rest: Callable[[], None],
    tmp_path: Path,
    filter_start: str,
    typed: str,
    written: str,
) -> None:
    memory = WindowMemory()
    saver = ReportSaver(window, save, remembered=memory, jobs=jobs, notices=notices)

    saver.ask_path(made_result())
    dialog = opened(QFileDialog)
    dialog.selectNameFilter(next(each for each in dialog.nameFilters() if each.startswith(filter_start)))
    pick(tmp_path / typed)
    at_rest()

    assert [each.name for each in tmp_path.iterdir()] == [written]
    assert memory.export_folder == str(tmp_path)
    assert any(written in text for text in notices.texts())
