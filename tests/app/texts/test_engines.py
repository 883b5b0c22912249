"""The engines are listed with their models, and the user adds a model in the window."""

from __future__ import annotations

import importlib.util
import zipfile
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QLineEdit

from app.program import Key, Program
from support.engines.small_language import made_up
from support.engines.toy_model import write_argos_folder
from termdesk.ui.engines.engines_dialog import EnginesDialog
from termdesk.ui.engines.train_dialog import TrainDialog
from termdesk.ui.widgets.dialogs import Question

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
    program.controller.window.window_actions["engines"].trigger()
    dialog = program.dialog(EnginesDialog)
    program.until(lambda: "Confirmed translations" in names(dialog))

    program.click(dialog.add_button)
    choose_file(program, package)
    program.until(lambda: any("translate-en_de-1_0" in name for name in names(dialog)))
    program.picture("engines")
    program.click(dialog.accept_button)
    program.until(lambda: not program.controller.window.jobs.running)

    assert (program.controller.use_cases.engines.folder / package.name).exists()
    assert program.controller.window.notices.texts() == []


@pytest.mark.slow
def test_an_engine_is_trained_in_the_window_used_and_deleted(program: Program, tmp_path: Path) -> None:
    file = tmp_path / "small talk.tsv"
    file.write_text(made_up(500), "utf-8")
    program.controller.window.window_actions["engines"].trigger()
    dialog = program.dialog(EnginesDialog)
    program.until(lambda: "Confirmed translations" in names(dialog))

    program.click(dialog.train_button)
    choose_file(program, file)
    question = program.dialog(TrainDialog)
    question.fields.target.choose("fi")
    program.click(question.accept_button)
    program.until(lambda: any("small talk" in name for name in names(dialog)))
    program.picture("trained")
    result = program.wait_for(translated(program, "The green river waits."))
    row = next(row for row, name in enumerate(names(dialog)) if "small talk" in name)
    dialog.table.selectRow(row)
    program.until(dialog.delete_button.isEnabled)
    program.click(dialog.delete_button)
    program.until(lambda: open_questions(dialog))
    program.click(open_questions(dialog)[0].accept_button)
    program.until(lambda: not any("small talk" in name for name in names(dialog)))
    program.click(dialog.accept_button)

    assert result == "Vihreä joki odottaa."


def open_questions(dialog: EnginesDialog) -> list[Question]:
    return [each for each in dialog.findChildren(Question) if each.isVisible()]


def choose_file(program: Program, path: Path) -> None:
    chooser = program.dialog(QFileDialog)
    field = chooser.findChild(QLineEdit, "fileNameEdit")
    assert field is not None
    field.setText(str(path))
    program.qtbot.keyClick(field, Key.Key_Return)


async def translated(program: Program, text: str) -> str:
    api = await program.controller.use_cases.session.api()
    [result] = await api.texts.translate([text], source="en", target="fi")
    return result.text
