"""How a file is read: kind, encoding, separator, sheet, header and columns, as far as they apply to the file."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from termdesk.application.glossaries.importing.column_choices import (
    can_swap_languages,
    find_named_uses,
    swap_languages,
    uses_by_title,
)
from termdesk.application.glossaries.importing.file_view import ColumnRole, ColumnUse
from termdesk.application.glossaries.importing.import_files import text_kinds
from termdesk.application.glossaries.importing.importer import ENCODINGS, SEPARATORS
from termdesk.application.glossaries.importing.known_tables import table_of
from termdesk.application.glossaries.importing.preview import ImportPreview
from termdesk.ui.glossaries.importing.preset_box import PresetBox
from termdesk.ui.glossaries.importing.remembered_columns import Presets, texts_of, uses_in
from termdesk.ui.widgets.language_box import SearchableBox
from termdesk.ui.widgets.layouts.flow_layout import FlowLayout
from termdesk.ui.widgets.plain import PlainLabel, set_tooltip
from termdesk.ui.widgets.plain_buttons import text_button
from termdesk.ui.words.lists import list_facts
from termdesk.ui.words.message_words import localize

# Maximum lengths for translation memories, which contain whole sentences that are not terms.
LENGTHS = (30, 60, 100, 200)


class ImportReading(QWidget):
    """`settled` carries the fields of `ImportChoices` that the user chose, by name."""

    settled = Signal(dict)

    def __init__(
        self,
        preview: ImportPreview,
        parent: QWidget | None = None,
        *,
        presets: Presets | None = None,
        in_steps: bool = False,
    ) -> None:
        """Create the options. `presets` are those of the user and are changed in place.

        With `in_steps`, they are complete only after their `steps`.
        """
        super().__init__(parent)
        self.preview = preview
        self.wants_several = False
        self._presets = presets if presets is not None else {}
        self._titles: dict[QWidget, PlainLabel] = {}
        self._lines: dict[QWidget, QWidget] = {}
        self.steps = self._create(preview)
        if not in_steps:
            for _ in self.steps:
                pass

    def _create(self, preview: ImportPreview) -> Iterator[None]:
        for _ in self._make_fields(preview):
            yield
        yield
        self._lay_out()

    def show_several(self, wants_several: bool) -> None:
        """Include the targets of all pairs in presets, or only that of one pair."""
        self.wants_several = wants_several

    def _make_fields(self, preview: ImportPreview) -> Iterator[None]:
        # Pass the parent at once: reparenting a widget styles it again, which takes as long as creating it.
        self.text_kind = QComboBox(self._make_line())
        for kind, words in text_kinds().items():
            self.text_kind.addItem(localize(words), kind)
        self.encoding = SearchableBox("import_encoding", self.tr("Encoding"), self._make_line())
        self.encoding.setMinimumContentsLength(20)
        self._encoding = preview.encoding
        for code in dict.fromkeys((preview.encoding, *ENCODINGS)):
            self._offer_encoding(code)
        yield
        self.separator = QComboBox(self._make_line())
        for character, name in SEPARATORS.items():
            self.separator.addItem(self.tr(name), character)
        self.sheet = QComboBox(self._make_line())
        self.sheet.addItems(list(preview.file.sheets))
        self.longest = QComboBox(self._make_line())
        self.longest.addItem(self.tr("of any length"), 0)
        for count in LENGTHS:
            self.longest.addItem(self.tr("up to %Ln characters", "", count), count)
        self.header = QCheckBox(self.tr("First row is a header"), self)
        self.quoting = QCheckBox(self.tr("Quotes enclose phrases"), self)
        self.hidden_rows = QCheckBox(self.tr("Read hidden rows"), self)
        self.struck_out = QCheckBox(self.tr("Read what is struck out"), self)
        self.as_shown = QCheckBox(self.tr("Numbers and dates as displayed"), self)
        self.preset = PresetBox(self)
        self.swap = text_button("import_swap_languages", self.tr("Swap the two languages"))
        self.swap.setParent(self)
        set_tooltip(self.swap, self.tr("The titles of the columns are in the wrong order"))
        for widget, name, words in (
            (self.text_kind, "import_text_kind", self.tr("Read as")),
            (self.encoding, "import_encoding", self.tr("Encoding")),
            (self.separator, "import_separator", self.tr("Separator")),
            (self.sheet, "import_sheet", self.tr("Sheet")),
            (self.longest, "import_longest", self.tr("Texts")),
            (self.header, "import_header", self.tr("First row is a header")),
            (self.quoting, "import_quoting", self.tr("Quotes enclose phrases")),
            (self.hidden_rows, "import_hidden_rows", self.tr("Read hidden rows")),
            (self.struck_out, "import_struck_out", self.tr("Read what is struck out")),
            (self.as_shown, "import_as_shown", self.tr("Numbers and dates as displayed")),
        ):
            widget.setObjectName(name)
            widget.setAccessibleName(words)
        self.text_kind.activated.connect(lambda: self._settle_columns(text_kind=self.text_kind.currentData()))
        self.encoding.currentIndexChanged.connect(self._take_encoding)
        self.separator.activated.connect(lambda: self._settle(separator=self.separator.currentData()))
        self.sheet.activated.connect(lambda: self._settle_columns(sheet=self.sheet.currentText(), pair=None))
        self.longest.activated.connect(lambda: self._settle(longest=self.longest.currentData()))
        self.header.clicked.connect(lambda checked: self._settle(has_header=checked))
        self.quoting.clicked.connect(lambda checked: self._settle(quoting=checked))
        self.hidden_rows.clicked.connect(lambda checked: self._settle(hidden_rows=checked))
        self.struck_out.clicked.connect(lambda checked: self._settle(struck_out=checked))
        self.as_shown.clicked.connect(lambda checked: self._settle(as_shown=checked))
        self.swap.clicked.connect(self._swap_languages)
        self.preset.chosen.connect(self._use_preset)
        self.preset.saved.connect(self._save_preset)
        self.preset.deleted.connect(self._delete_preset)

    def _lay_out(self) -> None:
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        # Both rows wrap if the window is narrow.
        first, second = FlowLayout(), FlowLayout()
        for widget in (self.text_kind, self.encoding, self.separator, self.sheet, self.longest):
            line = widget.parentWidget()
            assert line is not None
            layout = line.layout()
            assert layout is not None
            title = PlainLabel(widget.accessibleName(), line, tone="muted")
            title.setBuddy(widget)
            self._titles[widget], self._lines[widget] = title, line
            for each in (title, widget):
                layout.addWidget(each)
            if widget is not self.encoding:
                widget.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            first.addWidget(line)
        for box in (self.header, self.quoting, self.hidden_rows, self.struck_out, self.as_shown):
            second.addWidget(box)
        second.addWidget(self.swap)
        second.addWidget(self.preset)
        lines.addLayout(first)
        lines.addLayout(second)

    def _make_line(self) -> QWidget:
        """Return a widget that keeps a combo box and its title on one line."""
        line = QWidget(self)
        layout = QHBoxLayout(line)
        layout.setContentsMargins(0, 0, 2, 0)
        return line

    def show_preview(self, preview: ImportPreview) -> None:
        """Show the current options without emitting `settled`."""
        self.preview = preview
        self.text_kind.setCurrentIndex(max(0, self.text_kind.findData(preview.file.text_kind)))
        self._encoding = preview.encoding
        if self.encoding.findData(preview.encoding) < 0:
            self._offer_encoding(preview.encoding)
        self.encoding.setCurrentIndex(self.encoding.findData(preview.encoding))
        is_certain = preview.encoding_is_certain
        self._titles[self.encoding].setText(self.tr("Encoding") if is_certain else self.tr("Encoding (a guess)"))
        self._titles[self.encoding].set_tone("muted" if is_certain else "warning")
        self.separator.setCurrentIndex(max(0, self.separator.findData(preview.separator)))
        self.sheet.setCurrentText(preview.file.sheet)
        self.longest.setCurrentIndex(max(0, self.longest.findData(preview.choices.longest)))
        self.header.setChecked(preview.has_header)
        self.quoting.setChecked(preview.quoting)
        self.hidden_rows.setChecked(preview.choices.hidden_rows)
        self.struck_out.setChecked(preview.choices.struck_out)
        self.as_shown.setChecked(preview.choices.as_shown)
        self._show_presets()
        self._show_possible(preview)

    def _show_possible(self, preview: ImportPreview) -> None:
        """Show only the options that apply to this kind of file."""
        file = preview.file
        for widget, has_choice in (
            (self.text_kind, bool(file.text_kind)),
            (self.encoding, bool(file.encoding)),
            (self.separator, bool(file.separator)),
            (self.sheet, len(file.sheets) > 1),
            (self.longest, file.is_memory),
        ):
            widget.setVisible(has_choice)
            self._titles[widget].setVisible(has_choice)
            self._lines[widget].setVisible(has_choice)
        self.header.setVisible(bool(file.separator or file.sheets))
        self.quoting.setVisible(bool(file.separator))
        self.hidden_rows.setVisible(file.has_hidden_rows)
        self.struck_out.setVisible(file.has_struck_rows)
        self.as_shown.setVisible(file.has_shown_numbers)
        self.swap.setVisible(can_swap_languages(file))
        self.preset.setVisible(ColumnRole.NOTE in file.roles)

    def _take_encoding(self) -> None:
        if (encoding := self.encoding.currentData()) != self._encoding:
            self._encoding = encoding
            self._settle(encoding=encoding)

    def _offer_encoding(self, code: str) -> None:
        name, script = ENCODINGS.get(code, (code.upper(), ""))
        self.encoding.addItem(list_facts((name, localize(script))), code)

    def _swap_languages(self) -> None:
        swapped = swap_languages(self.preview.file, self.preview.choices)
        self._settle_columns(uses=swapped.uses, pair=swapped.pair)

    # Presets

    def _show_presets(self) -> None:
        tool = table_of(self.preview.columns) if self.preview.has_header else ""
        uses = self.preview.choices.uses
        chosen = next((name for name in self._presets if uses and self._uses_of(name) == dict(uses)), "")
        self.preset.show_presets(sorted(self._presets, key=str.casefold), tool=tool, chosen=chosen)

    def _uses_of(self, name: str) -> dict[int, ColumnUse]:
        """Return the column uses that a preset defines for this file, by column."""
        return dict(uses_by_title(self.preview.file, uses_in(self._presets[name])))

    def _use_preset(self, name: str) -> None:
        self._settle_columns(uses=tuple(self._uses_of(name).items()) if name else ())

    def _save_preset(self, name: str) -> None:
        self._presets[name] = texts_of(find_named_uses(self.preview.file, wants_several=self.wants_several))
        self._show_presets()
        self._use_preset(name)

    def _delete_preset(self, name: str) -> None:
        self._presets.pop(name, None)
        self._show_presets()

    def _settle_columns(self, **chosen: object) -> None:
        """Apply a choice that replaces the uses of all columns."""
        self._settle(**{"columns": None, "uses": (), **chosen})

    def _settle(self, **chosen: object) -> None:
        self.settled.emit(chosen)
