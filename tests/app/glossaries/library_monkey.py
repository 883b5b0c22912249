"""A monkey in the library: opens, closes and changes dictionaries while questions are open and jobs run."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QWidget

from app.glossaries.monkey import Key, Monkey
from termdesk.application.glossaries.summaries import LibraryItem
from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
from termdesk.ui.glossaries.multilingual.multilingual_page import MultilingualPage
from termdesk.ui.glossaries.sheet.sheet_page import SheetPage

# Actions that ask questions, that take time, or that bring other pages to the front.
STEPS = (
    *("publish", "publish", "publish", "history", "replace", "clean", "similar", "go_to_row", "reverse_dictionary"),
    *(
        "close_dictionary",
        "close_dictionary",
        "multilingual_view",
        "multilingual_view",
        "open_beside",
        "open_beside",
        "check",
    ),
    *("new_glossary", "rename_glossary", "copy_glossary", "add_dictionary", "glossary_tags", "pair_matrix", "bin"),
    *("delete_glossary", "export_file", "export_glossaries", "refresh", "refresh", "paste", "fill_down", "delete_rows"),
    *("insert_row", "undo", "redo", "next_pane", "pane_1"),
)
# More glossaries would not lead to new situations.
MOST_GLOSSARIES = 12


class LibraryMonkey(Monkey):
    """A `Monkey` with several dictionaries, none of which needs to be open."""

    def act(self) -> None:
        dialog, front = self._dialog(), self.program.controller.glossaries.front
        # Sometimes act behind an open dialog, because the results of jobs do not wait for its answer.
        if dialog is not None and self.random.random() < 0.8:
            self.in_dialog(dialog)
            return
        choices: list[Callable[[], None]] = [self.open_another, self.step, self.step, self.step]
        if dialog is None and front is not None:
            choices += [self.edit, self.type, self.move]
        if dialog is None and isinstance(front, DictionaryPage):
            choices += [self.header, self.filter, self.put_on_clipboard, self.click]
        self.random.choice(choices)()

    def _focused(self) -> QWidget:
        return QApplication.focusWidget() or self.program.controller.window

    def open_another(self) -> None:
        pane = self.program.controller.glossaries
        summaries = [summary for summary in pane.panel.model.summaries if summary.rows]
        if not summaries:
            return
        summary = self.random.choice(summaries)
        row = self.random.choice(summary.rows)
        self._note(f"open {summary.name} {row.pair}")
        pane.panel.select(summary.key, pair_text=str(row.pair))
        if self.random.random() < 0.7:
            pane.opening.open_item(LibraryItem(summary, row))

    def step(self) -> None:
        name = self.random.choice(STEPS)
        pane = self.program.controller.glossaries
        makes = name in ("new_glossary", "copy_glossary", "reverse_dictionary", "add_dictionary")
        if makes and len(pane.panel.model.summaries) >= MOST_GLOSSARIES:
            return
        action = self.program.controller.window.window_actions[name]
        if action.isEnabled():
            self._note(f"action {name}")
            action.trigger()

    def in_dialog(self, dialog: QDialog) -> None:
        if not isinstance(dialog, QFileDialog) and self.random.random() < 0.3:
            self._note(f"accept {dialog.objectName()}")
            self.key(Key.Key_Return)
        else:
            super().in_dialog(dialog)

    def calm_down(self) -> None:
        self.program.until(self._is_calm)

    def check(self) -> None:
        """Assert that every existing page is an open one, and that the library has their dictionaries."""
        pane = self.program.controller.glossaries
        self.program.qtbot.wait(1)
        open_pages = pane.open_pages
        shown: list[SheetPage] = [*pane.findChildren(DictionaryPage), *pane.findChildren(MultilingualPage)]
        dictionaries = [
            dictionary
            for page in open_pages
            for dictionary in (page.table.dictionaries if isinstance(page, MultilingualPage) else [page.dictionary])
        ]
        held = self.program.controller.use_cases.library.open_dictionaries

        assert {id(each) for each in shown} == {id(each) for each in open_pages}
        # The library may have more: one that was added or opened beside another, but closed before it was shown.
        assert {id(each) for each in dictionaries} <= {id(each) for each in held}
