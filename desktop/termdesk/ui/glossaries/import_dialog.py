"""A file before it is imported: how it is read, what it holds, and where it goes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QListWidget,
    QPushButton,
    QRadioButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from termdesk.application.exchange import ENCODINGS, SEPARATORS, Existing, FaultyRows, ImportChoices, ImportPreview
from termdesk.application.import_files import TEXT_KINDS
from termdesk.application.import_pairs import PairInFile
from termdesk.domain.entry_rules import name_fault
from termdesk.domain.language import LanguagePair, is_right_to_left, root
from termdesk.ui.dialogs import Question
from termdesk.ui.glossaries.pairs_box import PairsBox
from termdesk.ui.language_box import LanguageBox
from termdesk.ui.pair_form import glossary_languages
from termdesk.ui.phrase_fonts import phrase_font
from termdesk.ui.plain import PlainLabel

MOST_FAULTS_SHOWN = 500
MOST_ROWS_SHOWN = 50


@dataclass(frozen=True, slots=True)
class ImportOrder:
    """What the user asked for; good also when the dialog is gone. `wanted` is empty where it is one pair alone."""

    preview: ImportPreview
    is_new: bool
    name: str
    pair: LanguagePair
    wanted: tuple[PairInFile, ...]
    existing: Existing
    faulty: FaultyRows


class ImportDialog(Question):
    """Every change of how to read asks with `reread`; the answer comes back by `show_preview`."""

    def __init__(
        self,
        parent: QWidget,
        preview: ImportPreview,
        *,
        open_name: str,
        open_pair: LanguagePair | None,
        reread: Callable[[ImportChoices], None],
        save_rejects: Callable[[], None],
    ) -> None:
        super().__init__(parent, parent.tr("Import “{name}”").format(name=preview.path.name), "", parent.tr("Import"))
        self.setObjectName("import_dialog")
        self.resize(860, 640)
        self._reread = reread
        self._open_name, self._open_pair = open_name, open_pair
        self._is_showing = True
        self.preview = preview
        self._titles: dict[QWidget, PlainLabel] = {}
        self._make_reading_fields()
        self.pairs = PairsBox()
        self._make_target_fields()
        self.rows = _table("import_rows", self.tr("First rows"))
        self.summary = PlainLabel(wraps=True)
        self.summary.setObjectName("import_summary")
        self.faults = QListWidget()
        self.faults.setObjectName("import_faults")
        self.faults.setAccessibleName(self.tr("Lines that are no entry"))
        self.faults.setMaximumHeight(120)
        self.save_rejects = QPushButton(self.tr("Save these lines…"))
        self.save_rejects.setObjectName("import_save_rejects")
        self.save_rejects.setAccessibleName(self.tr("Save the lines that are no entry, with their reasons"))
        self.save_rejects.clicked.connect(lambda: save_rejects())
        self.insert(self._reading_line())
        self.insert(self.rows)
        self.insert(self.summary)
        self.insert(self.faults)
        self.insert(self._fault_line())
        self.insert(self.pairs)
        self.insert(self._target_box())
        self.name.setText(preview.suggested_name)
        self._is_showing = False
        self.show_preview(preview)

    # How it is read

    def _make_reading_fields(self) -> None:
        self.text_kind = QComboBox()
        for kind, words in TEXT_KINDS.items():
            self.text_kind.addItem(self.tr(words), kind)
        self.encoding = QComboBox()
        for code in dict.fromkeys((self.preview.encoding, *ENCODINGS)):
            self.encoding.addItem(code.upper(), code)
        self.separator = QComboBox()
        for character, name in SEPARATORS.items():
            self.separator.addItem(self.tr(name), character)
        self.sheet = QComboBox()
        self.sheet.addItems(list(self.preview.file.sheets))
        self.header = QCheckBox(self.tr("First row is a header"))
        self.source_column, self.target_column = QComboBox(), QComboBox()
        for widget, name, words in (
            (self.text_kind, "import_text_kind", self.tr("Read as")),
            (self.encoding, "import_encoding", self.tr("Encoding")),
            (self.separator, "import_separator", self.tr("Separator")),
            (self.sheet, "import_sheet", self.tr("Sheet")),
            (self.header, "import_header", self.tr("First row is a header")),
            (self.source_column, "import_source_column", self.tr("Column of the source")),
            (self.target_column, "import_target_column", self.tr("Column of the target")),
        ):
            widget.setObjectName(name)
            widget.setAccessibleName(words)
        self.text_kind.activated.connect(lambda: self._settle(text_kind=self.text_kind.currentData(), columns=None))
        self.encoding.activated.connect(lambda: self._settle(encoding=self.encoding.currentData()))
        self.separator.activated.connect(lambda: self._settle(separator=self.separator.currentData()))
        self.sheet.activated.connect(lambda: self._settle(sheet=self.sheet.currentText(), columns=None, pair=None))
        self.header.clicked.connect(lambda checked: self._settle(has_header=checked))
        for box in (self.source_column, self.target_column):
            box.activated.connect(
                lambda: self._settle(columns=(self.source_column.currentIndex(), self.target_column.currentIndex()))
            )

    def _reading_line(self) -> QWidget:
        box = QWidget()
        lines = QVBoxLayout(box)
        lines.setContentsMargins(0, 0, 0, 0)
        first, second = QHBoxLayout(), QHBoxLayout()
        for widget in (self.text_kind, self.encoding, self.separator, self.sheet):
            title = PlainLabel(widget.accessibleName(), tone="muted")
            title.setBuddy(widget)
            self._titles[widget] = title
            widget.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            first.addWidget(title)
            first.addWidget(widget)
        first.addStretch(1)
        self.columns_box = QWidget()
        columns = QHBoxLayout(self.columns_box)
        columns.setContentsMargins(0, 0, 0, 0)
        columns.addWidget(PlainLabel(self.tr("Columns"), tone="muted"))
        columns.addWidget(self.source_column)
        columns.addWidget(PlainLabel("→"))
        columns.addWidget(self.target_column)
        for column in (self.source_column, self.target_column):
            column.setMinimumContentsLength(12)
        second.addWidget(self.header)
        second.addWidget(self.columns_box)
        second.addStretch(1)
        for line in (first, second):
            line.setSpacing(8)
            lines.addLayout(line)
        return box

    def _show_possible(self) -> None:
        """Offer what this kind of file has to choose."""
        file = self.preview.file
        for widget, has_choice in (
            (self.text_kind, bool(file.text_kind)),
            (self.encoding, bool(file.encoding)),
            (self.separator, bool(file.separator)),
            (self.sheet, len(file.sheets) > 1),
        ):
            widget.setVisible(has_choice)
            self._titles[widget].setVisible(has_choice)
        self.header.setVisible(bool(file.separator or file.sheets))
        self.columns_box.setVisible(len(self.preview.columns) > 2 and file.text_kind in ("", "table"))

    def _settle(self, **settled: object) -> None:
        if not self._is_showing:
            self.accept_button.setEnabled(False)
            self._reread(replace(self.preview.choices, **settled))  # type: ignore[arg-type]  # fields of the choices

    def show_preview(self, preview: ImportPreview) -> None:
        """Show the file as it is read now."""
        self._is_showing = True
        self.preview = preview
        self.text_kind.setCurrentIndex(max(0, self.text_kind.findData(preview.file.text_kind)))
        self.encoding.setCurrentIndex(max(0, self.encoding.findData(preview.encoding)))
        self.separator.setCurrentIndex(max(0, self.separator.findData(preview.separator)))
        self.sheet.setCurrentText(preview.file.sheet)
        self.header.setChecked(preview.has_header)
        for box, column in zip((self.source_column, self.target_column), preview.phrase_columns, strict=True):
            box.clear()
            box.addItems(list(preview.columns))
            box.setCurrentIndex(column)
        self._show_possible()
        if preview.pair:
            self.source.choose(preview.pair.source)
            self.target.choose(preview.pair.target)
        self._show_rows()
        self._show_findings()
        self.pairs.show_pairs(preview.file.pairs)
        self._is_showing = False
        self._check()

    def show_failure(self, words: str) -> None:
        """The file cannot be read so; what was chosen stays, to be changed."""
        self.summary.setText(words)
        self.summary.set_tone("problem")
        self.rows.setRowCount(0)

    def _show_rows(self) -> None:
        preview = self.preview
        rows = preview.first_rows[:MOST_ROWS_SHOWN]
        self.rows.setColumnCount(len(preview.columns))
        self.rows.setHorizontalHeaderLabels(list(preview.columns))
        self.rows.setRowCount(len(rows))
        used = set(preview.phrase_columns)
        pair = preview.pair
        languages = dict(zip(preview.phrase_columns, (pair.source, pair.target), strict=True)) if pair else {}
        for row, texts in enumerate(rows):
            for column, text in enumerate(texts[: len(preview.columns)]):
                item = QTableWidgetItem(text.replace("\n", "⏎"))
                if code := languages.get(column):
                    item.setFont(phrase_font(code, self.rows.font()))
                    item.setTextAlignment(_leading(code))
                if column not in used:
                    item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEnabled)
                self.rows.setItem(row, column, item)

    def _show_findings(self) -> None:
        preview = self.preview
        count = preview.entry_count
        words = self.tr("1 entry") if count == 1 else self.tr("{count} entries")
        parts = [words.format(count=f"{count:,}")]
        for count, words in (
            (len(preview.faults), self.tr("lines that are no entry: {count}")),
            (preview.problem_count, self.tr("cells that break a rule, marked in the grid: {count}")),
            (preview.ignored_rows, self.tr("rows of another pair: {count}")),
            (preview.blank_lines, self.tr("empty lines: {count}")),
        ):
            if count:
                parts.append(words.format(count=f"{count:,}"))
        if preview.unused_columns and not self.pairs.wants_several:
            names = ", ".join(preview.unused_columns[:6])
            if more := len(preview.unused_columns[6:]):
                names = self.tr("{names} and {count} more").format(names=names, count=more)
            parts.append(self.tr("not read: {names}").format(names=names))
        parts += [*preview.file.kept, *preview.file.notes]
        if not preview.encoding_is_certain:
            parts.append(self.tr("the encoding is a guess: look whether the rows read well"))
        self.summary.setText(" · ".join(parts))
        is_odd = bool(preview.faults or preview.problem_count or preview.file.notes)
        is_odd = is_odd or not preview.encoding_is_certain
        self.summary.set_tone("warning" if is_odd else "good")
        self.faults.clear()
        for fault in preview.faults[:MOST_FAULTS_SHOWN]:
            self.faults.addItem(
                self.tr("Line {line}: {reason} {remedy}").format(
                    line=f"{fault.line:,}", reason=fault.reason, remedy=fault.remedy
                )
            )
        for widget in (self.faults, self.fault_box):
            widget.setVisible(bool(preview.faults))

    def _fault_line(self) -> QWidget:
        self.keep_faulty = QRadioButton(self.tr("Bring them in as they can be read, to mend them in the grid"))
        self.leave_faulty = QRadioButton(self.tr("Leave them out"))
        self.keep_faulty.setObjectName("import_keep_faulty")
        self.leave_faulty.setObjectName("import_leave_faulty")
        for button in (self.keep_faulty, self.leave_faulty):
            button.setAccessibleName(button.text())
        self.keep_faulty.setChecked(True)
        self.fault_box = QWidget()
        line = QHBoxLayout(self.fault_box)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.keep_faulty)
        line.addWidget(self.leave_faulty)
        line.addStretch(1)
        line.addWidget(self.save_rejects)
        return self.fault_box

    # Where it goes

    def _make_target_fields(self) -> None:
        self.as_new = QRadioButton(self.tr("As a new glossary"))
        self.as_new.setObjectName("import_as_new")
        self.into_open = QRadioButton(self.tr("Into “{name}”, which is open").format(name=self._open_name))
        self.into_open.setObjectName("import_into_open")
        self.into_open.setVisible(self._open_pair is not None)
        self.as_new.setChecked(True)
        self.name = QLineEdit()
        self.name.setObjectName("import_name")
        self.name.setAccessibleName(self.tr("Name of the glossary"))
        self.source = LanguageBox("import_source", self.tr("Source language"))
        self.target = LanguageBox("import_target", self.tr("Target language"))
        for box in (self.source, self.target):
            box.show_languages([("", self.tr("Choose…")), *glossary_languages()])
            box.chosen.connect(self._on_pair)
        self.existing = QComboBox()
        self.existing.setObjectName("import_existing")
        self.existing.setAccessibleName(self.tr("Entries that are there already"))
        for way, words in (
            (Existing.KEEP, self.tr("Keep the targets that are here")),
            (Existing.OVERWRITE, self.tr("Take the targets of the file")),
            (Existing.APPEND, self.tr("Append all rows")),
            (Existing.REPLACE_ALL, self.tr("Replace everything by the file")),
        ):
            self.existing.addItem(words, way)
        self.fault_label = PlainLabel(tone="problem", wraps=True)
        self.fault_label.setObjectName("import_fault")
        for button in (self.as_new, self.into_open):
            button.setAccessibleName(button.text())
            button.toggled.connect(self._check)
        self.into_open.toggled.connect(lambda _is_on: self._take_pair_of_open())
        self.pairs.changed.connect(self._on_pairs)
        self.name.textChanged.connect(self._check)

    def _target_box(self) -> QWidget:
        box = QWidget()
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.addWidget(self.as_new, 0, 0)
        grid.addWidget(self.name, 0, 1)
        grid.addWidget(self.source, 0, 2)
        grid.addWidget(PlainLabel("→"), 0, 3)
        grid.addWidget(self.target, 0, 4)
        grid.addWidget(self.into_open, 1, 0)
        grid.addWidget(self.existing, 1, 1, 1, 2)
        grid.setColumnStretch(1, 2)
        grid.setColumnStretch(2, 1)
        grid.setColumnStretch(4, 1)
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(grid)
        column.addWidget(self.fault_label)
        return box

    @property
    def pair(self) -> LanguagePair:
        return LanguagePair(self.source.code, self.target.code)

    @property
    def faulty(self) -> FaultyRows:
        return FaultyRows.KEEP if self.keep_faulty.isChecked() else FaultyRows.LEAVE_OUT

    @property
    def existing_way(self) -> Existing:
        # Qt gives back plain strings for enumerations of strings.
        return Existing(self.existing.currentData())

    def order(self) -> ImportOrder:
        return ImportOrder(
            self.preview,
            self.is_new,
            self.name.text().strip(),
            self.pair,
            tuple(self.pairs.wanted),
            self.existing_way,
            self.faulty,
        )

    @property
    def is_new(self) -> bool:
        return self.as_new.isChecked()

    def _on_pair(self) -> None:
        """In a file of many languages the pair chooses the columns."""
        has_pair = bool(self.source.code and self.target.code)
        if (
            has_pair
            and not self._is_showing
            and self.pair != self.preview.pair
            and self.pair.source != self.pair.target
        ):
            codes = {code.partition("-")[0] for code in self.preview.languages}
            if len(codes) < 2 or {self.pair.source, self.pair.target} <= codes:
                self._settle(pair=self.pair, columns=None)
        self._check()

    def _on_pairs(self) -> None:
        if not self._is_showing:
            self._show_findings()
            self._take_pair_of_open()
            self._check()

    def _take_pair_of_open(self) -> None:
        """What goes into a dictionary is of its pair, where the file has that."""
        pair = self._open_pair
        if self._is_showing or self.is_new or self.pairs.wants_several or pair is None or self._is_of_open_pair():
            return
        roots = {root(code) for code in self.preview.languages}
        found = next((each for each in self.preview.file.pairs if each.pair.roots == pair.roots), None)
        if found is not None and found.sheet:
            self._settle(pair=pair, columns=None, sheet=found.sheet)
        elif found is not None or {root(pair.source), root(pair.target)} <= roots:
            self._settle(pair=pair, columns=None)

    def _is_of_open_pair(self) -> bool:
        """Whether the file says nothing else."""
        pair = self.preview.pair
        return pair is None or self._open_pair is None or pair.roots == self._open_pair.roots

    def _check(self) -> None:
        """Say what is still missing, and allow the import when nothing is."""
        if self._is_showing:
            return
        is_one = not self.pairs.wants_several
        self.name.setEnabled(self.is_new)
        for box in (self.source, self.target):
            box.setEnabled(self.is_new and is_one)
        verb = self.tr("Import") if self.is_new else self.tr("Review…")
        self.accept_button.setText(verb)
        self.accept_button.setAccessibleName(verb)
        self.existing.setEnabled(not self.is_new)
        self.existing.setVisible(self._open_pair is not None)
        fault = self._fault()
        words = fault or self._other_pair()
        self.fault_label.set_tone("problem" if fault else "warning")
        self.fault_label.setText(words)
        self.fault_label.setVisible(bool(words))
        self.accept_button.setEnabled(not fault)

    def _other_pair(self) -> str:
        """A warning where the file says that it is of another pair than the dictionary that it shall go into."""
        if self.is_new or self.pairs.wants_several or self._is_of_open_pair():
            return ""
        return self.tr("The file says {pair}, but the dictionary is {open}.").format(
            pair=self.preview.pair, open=self._open_pair
        )

    def _fault(self) -> str:
        if not self.preview.entry_count and not self.preview.faults:
            return self.tr("The file holds no entries.")
        if self.pairs.wants_several:
            fault = "" if self.pairs.wanted else self.tr("Tick at least one pair.")
            return fault or (name_fault(self.name.text().strip()) or "" if self.is_new else "")
        if not self.is_new:
            return ""
        if not self.source.code or not self.target.code:
            return self.tr("The file does not tell its languages: choose them.")
        if self.pair.source == self.pair.target:
            return self.tr("Source and target are the same language.")
        return name_fault(self.name.text().strip()) or ""


def _leading(code: str) -> Qt.AlignmentFlag:
    """Where a text of this language begins."""
    side = Qt.AlignmentFlag.AlignRight if is_right_to_left(code) else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute


def _table(name: str, title: str) -> QTableWidget:
    table = QTableWidget()
    table.setObjectName(name)
    table.setAccessibleName(title)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setDragDropMode(QAbstractItemView.DragDropMode.NoDragDrop)
    table.setWordWrap(False)
    table.verticalHeader().hide()
    table.horizontalHeader().setDefaultSectionSize(260)
    table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
    table.horizontalHeader().setStretchLastSection(True)
    return table
