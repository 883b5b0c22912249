"""A file before it is imported: how it is read, what it holds, and where it goes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from termdesk.application.exchange import Existing, FaultyRows, ImportChoices, ImportPreview
from termdesk.application.import_pairs import PairInFile
from termdesk.domain.amounts import amount
from termdesk.domain.entry_rules import name_fault
from termdesk.domain.language import LanguagePair, root
from termdesk.ui.dialogs import Question
from termdesk.ui.glossaries.import_reading import ImportReading
from termdesk.ui.glossaries.import_rows import ImportRows
from termdesk.ui.glossaries.pairs_box import PairsBox
from termdesk.ui.language_box import LanguageBox
from termdesk.ui.pair_form import glossary_languages
from termdesk.ui.plain import PlainLabel

MOST_FAULTS_SHOWN = 500


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
        self.reading = ImportReading(preview, self)
        self.reading.settled.connect(lambda chosen: self._settle(**chosen))
        self.pairs = PairsBox()
        self._make_target_fields()
        self.rows = ImportRows()
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
        self.insert(self.reading)
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

    def _settle(self, **settled: object) -> None:
        if not self._is_showing:
            self.accept_button.setEnabled(False)
            self._reread(replace(self.preview.choices, **settled))  # type: ignore[arg-type]  # fields of the choices

    def show_preview(self, preview: ImportPreview) -> None:
        """Show the file as it is read now."""
        self._is_showing = True
        self.preview = preview
        self.reading.show_preview(preview)
        if preview.pair:
            self.source.choose(preview.pair.source)
            self.target.choose(preview.pair.target)
        self.rows.show_preview(preview)
        self._show_findings()
        self.pairs.show_pairs(preview.file.pairs)
        self._is_showing = False
        self._check()

    def show_failure(self, words: str) -> None:
        """The file cannot be read so; what was chosen stays, to be changed."""
        self.summary.setText(words)
        self.summary.set_tone("problem")
        self.rows.setRowCount(0)

    def _show_findings(self) -> None:
        preview = self.preview
        parts = [amount(preview.entry_count, self.tr("1 entry"), self.tr("{count} entries"))]
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
