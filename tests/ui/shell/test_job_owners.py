"""The owners of a job are the pages and dialogs that its work receives."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QWidget
from pytestqt.qtbot import QtBot

from termdesk.ui.shell.job_owners import Page, owners_of


class WorkingPage(Page):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.part = QObject(self)

    async def work(self) -> None:
        """Does nothing."""


async def work_on(_part: QObject, _numbers: list[int]) -> None:
    """Does nothing."""


@pytest.fixture
def page(qtbot: QtBot) -> WorkingPage:
    home = QWidget()
    qtbot.addWidget(home)
    made = WorkingPage(home)
    # The parent must not be deleted before the page.
    made.home = home  # type: ignore[attr-defined]
    return made


def test_a_method_belongs_to_its_page(page: WorkingPage) -> None:
    assert owners_of(page.work) == [page]


def test_arguments_belong_to_their_page_or_dialog_and_so_do_parts_of_it(page: WorkingPage) -> None:
    dialog = QDialog(page.parentWidget())

    assert owners_of(partial(work_on, page.part, [])) == [page]
    assert owners_of(partial(work_on, _part=dialog, _numbers=[])) == [dialog]
    assert owners_of(partial(partial(work_on, page.part), [])) == [page]
    assert owners_of(partial(lambda _page, _dialog: None, page, dialog)) == [page, dialog]
    assert owners_of(partial(work_on, QObject(), [])) == []


def test_variables_from_outside_an_inner_function_count_once_they_have_a_value(page: WorkingPage) -> None:
    part = page.part

    async def uses_the_page() -> None:
        part.objectName()

    async def has_no_value_yet() -> None:
        later.objectName()

    assert owners_of(uses_the_page) == [page]
    assert owners_of(has_no_value_yet) == []
    later = part
    assert owners_of(has_no_value_yet) == [page]


def test_a_page_closes_once(page: WorkingPage, qtbot: QtBot) -> None:
    reported: list[None] = []
    page.closed.connect(lambda: reported.append(None))

    page.close_page()
    page.close_page()

    assert not page.is_open
    assert reported == [None]
