"""The import dialog: one file, or several files with a list next to the page, and one Import button."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from termdesk.application.glossaries.importing.importer import ImportPreview
from termdesk.ui.glossaries.importing.file_list import FileList
from termdesk.ui.glossaries.importing.import_order import GivenFile, ImportOrder, OpenGlossary, default_order
from termdesk.ui.glossaries.importing.import_page import ImportPage
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.plain import PlainLabel


class ImportDialog(Question):
    """The page of a file is created when the file is first selected.

    Files without a page are imported with their defaults.
    """

    def __init__(
        self,
        parent: QWidget,
        files: Sequence[GivenFile],
        *,
        make_page: Callable[[ImportPreview, QWidget], ImportPage],
        opened: OpenGlossary,
    ) -> None:
        """Create the dialog without a page. `make_page` creates a page with the given parent."""
        is_one = len(files) == 1
        title = parent.tr("Import “{name}”").format(name=files[0].path.name)
        super().__init__(
            parent, title if is_one else parent.tr("Import %Ln files", "", len(files)), "", parent.tr("Import")
        )
        self.setObjectName("import_dialog")
        self.resize(860 if is_one else 1120, 640 if is_one else 700)
        self._files, self._make_page, self._opened = files, make_page, opened
        self._shared: ImportOrder | None = None
        self._pages: dict[int, ImportPage] = {}
        self._orders: dict[int, ImportOrder] = {}
        self.list = FileList(files, known_names=opened.known_names)
        self.stack = QStackedWidget()
        self.failure = PlainLabel(wraps=True, tone="problem")
        self.failure.setObjectName("import_failure")
        self.stack.addWidget(self.failure)
        self.insert(self._beside_list())
        for row, file in enumerate(files):
            if file.preview:
                self._take_order(row)

    def show_first(self, first: ImportPage) -> None:
        """Show the page of the first readable file. Call it once.

        Separate, because creating the page takes several frames, and its parent should be the dialog from the start:
        reparenting a widget styles everything in it again.
        """
        row = next(row for row, file in enumerate(self._files) if file.preview)
        self._add_page(row, first)
        self.list.currentRowChanged.connect(self._show_file)
        self.list.ticked_changed.connect(lambda _row: self._show_possible())
        self.list.setCurrentRow(row)
        self.accept_button.setFocus()
        first.import_target.focus_missing()

    def _beside_list(self) -> QWidget:
        """Return the page of the selected file, next to the list if there are several files."""
        self.message = PlainLabel(wraps=True, tone="problem")
        self.message.setObjectName("import_files_message")
        self.review = QCheckBox(self.tr("Review each file"))
        self.review.setObjectName("import_review")
        self.review.setAccessibleName(self.review.text())
        self.use_for_all = QPushButton(self.tr("Use target for all files"))
        self.use_for_all.setObjectName("import_use_for_all")
        self.use_for_all.setAccessibleName(self.use_for_all.text())
        self.use_for_all.setAutoDefault(False)
        self.use_for_all.clicked.connect(self._use_for_all)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        for widget in (self.list, self.message, self.use_for_all, self.review):
            column.addWidget(widget)
        left.setVisible(len(self._files) > 1)
        whole = QWidget()
        line = QHBoxLayout(whole)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(16)
        line.addWidget(left, 1)
        # Scroll the page on a low screen.
        area = QScrollArea()
        area.setObjectName("import_area")
        area.setAccessibleName(self.tr("File"))
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidgetResizable(True)
        area.setWidget(self.stack)
        area.setMinimumSize(min(self.stack.minimumSizeHint().width(), 480), 300)
        line.addWidget(area, 3)
        return whole

    # Files

    @property
    def page(self) -> ImportPage:
        """The page of the selected file."""
        page = self.stack.currentWidget()
        assert isinstance(page, ImportPage), "a file that cannot be read has none"
        return page

    def _show_file(self, row: int) -> None:
        file = self._files[row]
        if file.preview is None:
            self.failure.setText(file.failure)
            self.stack.setCurrentWidget(self.failure)
        else:
            if row not in self._pages:
                self._add_page(row, self._make_page(file.preview, self.stack))
            self.stack.setCurrentWidget(self._pages[row])
        self.use_for_all.setEnabled(file.preview is not None)

    def _add_page(self, row: int, page: ImportPage) -> None:
        self._pages[row] = page
        if self._shared:
            page.take_target(self._shared)
        self.stack.addWidget(page)
        page.changed.connect(lambda: self._note_order(row))
        self._note_order(row)

    def _note_order(self, row: int) -> None:
        self._take_order(row)
        self._show_possible()

    def _take_order(self, row: int) -> None:
        page, preview = self._pages.get(row), self._files[row].preview
        assert preview is not None
        order = page.order() if page else default_order(preview, self._opened, self._shared)
        self._orders[row] = order
        self.list.show_order(row, order)

    def _use_for_all(self) -> None:
        shared = self._shared = self.page.order()
        for row in list(self._orders):
            if (page := self._pages.get(row)) and page is not self.page:
                page.take_target(shared)
            self._take_order(row)
        self._show_possible()

    def _show_possible(self) -> None:
        """Enable the import if nothing is missing for the checked files."""
        rows = self._ticked_rows()
        missing = [row for row in rows if self._orders[row].missing]
        words = self.tr("%Ln files still need a choice.", "", len(missing)) if missing else ""
        if not rows:
            words = self.tr("Tick at least one file.")
        self.message.setText(words)
        self.message.setVisible(bool(words))
        reading = any(page.is_reading for row, page in self._pages.items() if row in rows)
        self.accept_button.setEnabled(bool(rows) and not missing and not reading)
        is_new = len(self._files) > 1 or all(order.is_new for order in self._orders.values())
        verb = self.tr("Import") if is_new else self.tr("Review…")
        self.accept_button.setText(verb)
        self.accept_button.setAccessibleName(verb)

    def _ticked_rows(self) -> list[int]:
        return [row for row in sorted(self._orders) if len(self._files) == 1 or self.list.is_ticked(row)]

    # Result

    @property
    def reviews(self) -> bool:
        """Whether the user reviews each change of existing entries; always for a single file."""
        return len(self._files) == 1 or self.review.isChecked()

    def orders(self) -> list[ImportOrder]:
        """What the user wants to import, one order for each file."""
        return [self._pages[row].order() if row in self._pages else self._orders[row] for row in self._ticked_rows()]
