from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication

import termdesk
from termdesk.application.session.local_engines import Training
from termdesk.domain.language.language import LanguagePair
from termdesk.messages.engine_messages import EngineFact
from termdesk.ui.engines.training_words import phase_text, reason_text, training_text
from termdesk.ui.words.interface_language import PSEUDO, install_language
from termdesk.ui.words.pseudo_text import OPENING

SERVICE = Path(termdesk.__file__).parent / "service" / "engines" / "statistical"


def training(state: str, **values: object) -> Training:
    known = {"phase": "", "share": None, "segments": 0, "left_out": {}, "message": ""} | values
    return Training("1", "Water", LanguagePair("en", "de"), state, **known)  # type: ignore[arg-type]


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        (training("queued"), "waiting"),
        (training("running", phase="reading"), "reading"),
        (training("running", phase="aligning words", share=0.256, segments=1), "aligning words: 26% · 1 segment"),
        (training("done", segments=2000), "done · 2,000 segments"),
        (
            training("done", segments=1, left_out={"too long": 2, "odd": 1000}),
            "done · 1 segment (left out: 2 too long, 1,000 odd)",
        ),
        (training("cancelled", segments=3), "canceled"),
        (training("failed", message="There is too little."), "There is too little."),
        (
            training("failed", message=EngineFact.BROKEN_TMX(reason="no end"), remedy=EngineFact.GIVE_TMX_OR_TSV()),
            "The TMX file is broken: no end. Give a TMX file, or a TSV file of source, tab, target in UTF-8.",
        ),
    ],
)
def test_a_training_is_told_in_one_line(shown: Training, expected: str) -> None:
    assert training_text(shown) == expected


@pytest.fixture
def _pseudo_language(qapp: QApplication) -> Iterator[None]:
    translator = install_language(qapp, PSEUDO)
    yield
    QCoreApplication.removeTranslator(translator)
    install_language(qapp)


@pytest.mark.usefixtures("_pseudo_language")
def test_each_phase_and_each_reason_of_the_local_service_has_words() -> None:
    phases = {each for name in ("trainer", "training_process", "trainings") for each in phases_in(name)}
    reasons = set(reasons_in("corpus"))

    assert len(phases) > 5
    assert len(reasons) > 3
    assert [each for each in phases if not phase_text(each).startswith(OPENING)] == []
    assert [each for each in reasons if not reason_text(each, 2).startswith(OPENING)] == []


@pytest.mark.usefixtures("_pseudo_language")
def test_why_a_training_failed_is_told_in_the_language_of_the_window() -> None:
    left = [EngineFact.LEFT_TWICE(3)]
    reason = EngineFact.TOO_FEW_SEGMENTS_LEFT(5, source="en", target="fi", left=left)

    shown = training_text(training("failed", message=reason, remedy=EngineFact.TAKE_MORE_SEGMENTS(least=200)))

    assert shown.count(OPENING) == 3, "the sentence, what was left out, and the remedy"


def phases_in(module: str) -> Iterator[str]:
    """Yield the phases in a service module: `report("reading", …)`, `{"phase": "reading"}`, `phase = "trying"`."""
    for node in ast.walk(ast.parse((SERVICE / f"{module}.py").read_text("utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "report":
            yield from _texts(node.args[0])
        elif isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and key.value == "phase":
                    yield from _texts(value)
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).endswith(".phase"):
            yield from _texts(node.value)


def reasons_in(module: str) -> Iterator[str]:
    """Yield the reasons for omitted segments in it: `reason = "twice"`, and results of `_reason_to_leave_out`."""
    for node in ast.walk(ast.parse((SERVICE / f"{module}.py").read_text("utf-8"))):
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "reason":
            yield from _texts(node.value)
        elif isinstance(node, ast.FunctionDef) and node.name == "_reason_to_leave_out":
            for each in ast.walk(node):
                if isinstance(each, ast.Return) and each.value is not None:
                    yield from _texts(each.value)


def _texts(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield node.value
