"""Engines are shown with what they hold, and a model of the user's is added in the window."""

from __future__ import annotations

import importlib.util
import zipfile
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QLineEdit

from app.program import Key, Program
from support.toy_model import write_argos_folder
from termdesk.ui.engines_dialog import EnginesDialog

has_neural = all(importlib.util.find_spec(name) for name in ("ctranslate2", "sentencepiece"))


def names(dialog: EnginesDialog) -> list[str]:
    return [dialog.table.item(row, 0).text() for row in range(dialog.table.rowCount())]


@pytest.mark.skipif(not has_neural, reason="the extra `neural` is not installed")
def test_a_model_is_added_and_listed(program: Program, tmp_path: Path) -> None:
    toy = write_argos_folder(tmp_path / "toy")
    package = tmp_path / "translate-en_de-1_0.argosmodel"
    with zipfile.ZipFile(package, "w") as archive:
        for path in toy.rglob("*"):
            archive.write(path, Path("inside") / path.relative_to(toy))
    program.desk.window.window_actions["engines"].trigger()
    dialog = program.dialog(EnginesDialog)
    program.until(lambda: "Confirmed translations" in names(dialog))

    program.click(dialog.add_button)
    chooser = program.dialog(QFileDialog)
    field = chooser.findChild(QLineEdit, "fileNameEdit")
    assert field is not None
    field.setText(str(package))
    program.qtbot.keyClick(field, Key.Key_Return)
    program.until(lambda: any("translate-en_de-1_0" in name for name in names(dialog)))
    program.picture("engines")
    program.click(dialog.accept_button)
    program.until(lambda: not program.desk.window.jobs.running)

    assert (program.desk.use_cases.engines.folder / package.name).exists()
    assert program.desk.window.notices.texts() == []
