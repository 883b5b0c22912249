"""The page of one file before its import: how to read it, what it contains, and where it goes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QListWidget, QPushButton, QRadioButton, QVBoxLayout, QWidget

from termdesk.application.glossaries.importing.column_choices import choose_use, lacks_language, swap_columns
from termdesk.application.glossaries.importing.file_view import PHRASE_ROLES, ColumnRole, ColumnUse
from termdesk.application.glossaries.importing.importer import ImportChoices, ImportPreview, RejectedRowHandling
from termdesk.domain.entries.entry_rules import MAX_DICTIONARY_BYTES
from termdesk.domain.language.language import root
from termdesk.messages.entry_messages import PublishMessage
from termdesk.ui.glossaries.importing.first_rows import ImportRows, SwapHint
from termdesk.ui.glossaries.importing.import_order import ImportOrder
from termdesk.ui.glossaries.importing.import_target import ImportTarget
from termdesk.ui.glossaries.importing.meaning_box import FieldBox, StatusBox
from termdesk.ui.glossaries.importing.pairs_box import PairsBox
from termdesk.ui.glossaries.importing.read_options import ImportReading
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.words.lists import list_facts, list_names
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_number

MOST_REJECTED_ROWS_SHOWN = 500


class ImportPage(QWidget):
    """Emits `reread` when a read option changes; the owner responds with `show_preview`.

    `changed` is emitted when the order changes, or becomes possible or impossible to carry out.
    """

    changed = Signal()

    def __init__(
        self,
        make_reading: Callable[[QWidget], ImportReading],
        make_target: Callable[[QWidget], ImportTarget],
        *,
        reread: Callable[[ImportPage, ImportChoices], None],
        save_rejected_rows: Callable[[ImportPreview], None],
        parent: QWidget | None = None,
        in_steps: bool = False,
    ) -> None:
        """Create the page. `make_reading` and `make_target` create parts of it, with the page as their parent.

        With `in_steps`, it is complete only after its `steps`: all at once take longer than a frame.
        """
        super().__init__(parent)
        self._reread = reread
        self._is_showing = True
        self.steps = self._create(make_reading, make_target, save_rejected_rows)
        if not in_steps:
            for _ in self.steps:
                pass

    def _create(
        self,
        make_reading: Callable[[QWidget], ImportReading],
        make_target: Callable[[QWidget], ImportTarget],
        save_rejected_rows: Callable[[ImportPreview], None],
    ) -> Iterator[None]:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        # Each part has its parent at once, in the order of Tab: reparenting a widget styles it again, and everything in
        # it.
        self.reading = make_reading(self)
        preview = self.reading.preview
        self._last_uses = preview.choices.uses
        # All choices, including those not read yet: a further choice may come before the response to the last one.
        self._choices = preview.choices
        # True while the preview does not match the choices: the file is being read again, or cannot be read this way.
        self._is_reading = False
        self.reading.settled.connect(lambda chosen: self._settle(**chosen))
        column.addWidget(self.reading)
        for _ in self.reading.steps:
            yield
        yield
        self.rows = ImportRows(self)
        self.rows.use_chosen.connect(self._on_use)
        self.swap_hint = SwapHint(self)
        self.swap_hint.swap_asked.connect(self._swap_columns)
        self.summary = PlainLabel(parent=self, wraps=True)
        self.summary.setObjectName("import_summary")
        self.fields = FieldBox(self)
        self.fields.chosen.connect(self._on_field)
        self.statuses = StatusBox(self)
        self.statuses.chosen.connect(self._on_status)
        # The first rows take the remaining height.
        column.addWidget(self.rows, 1)
        for part in (self.swap_hint, self.summary, self.fields, self.statuses):
            column.addWidget(part)
        yield
        column.addWidget(self._make_rejected_rows(save_rejected_rows))
        column.addWidget(self._make_rejected_rows_line())
        self.pairs = PairsBox(self)
        column.addWidget(self.pairs)
        yield
        import_target = self.import_target = make_target(self)
        for _ in import_target.steps:
            yield
        self.rows.offer_languages(import_target.languages)
        self.divide = QCheckBox(self)
        self.divide.setObjectName("import_divide")
        self.divide.toggled.connect(self._check)
        column.addWidget(import_target)
        column.addWidget(self.divide)
        import_target.name.setText(preview.suggested_name)
        self.pairs.changed.connect(self._on_pairs)
        import_target.changed.connect(self._check)
        import_target.pair_chosen.connect(self._on_pair)
        import_target.way_chosen.connect(self._take_pair_of_open)
        self._is_showing = False

    def _make_rejected_rows(self, save: Callable[[ImportPreview], None]) -> QListWidget:
        self.rejected_rows = QListWidget(self)
        self.rejected_rows.setObjectName("import_rejected_rows")
        self.rejected_rows.setAccessibleName(self.tr("Rejected lines"))
        self.rejected_rows.setMaximumHeight(120)
        self.save_rejected_rows = QPushButton(self.tr("Save these lines…"))
        self.save_rejected_rows.setObjectName("import_save_rejected_rows")
        self.save_rejected_rows.setAccessibleName(self.tr("Save the rejected lines with their reasons"))
        self.save_rejected_rows.clicked.connect(lambda: save(self.preview))
        return self.rejected_rows

    def show_first(self) -> None:
        """Show the file for the first time. Call it once; separate, because creating the page takes a frame already."""
        for _ in self.show_first_in_steps():
            pass

    def show_first_in_steps(self) -> Iterator[None]:
        """Same as `show_first`, in steps."""
        for _ in self._show_in_steps(self.preview):
            yield
        self.import_target.suggest_open(self.preview.suggested_name, self.preview.pair)

    # Reading

    def _settle(self, **settled: object) -> None:
        if not self._is_showing:
            self._is_reading = True
            self._choices = replace(self._choices, **settled)  # type: ignore[arg-type]  # fields of the choices
            self.changed.emit()
            self._reread(self, self._choices)

    @property
    def preview(self) -> ImportPreview:
        """The file as it was last read."""
        return self.reading.preview

    def show_preview(self, preview: ImportPreview) -> None:
        """Show the file after it was read again."""
        for _ in self._show_in_steps(preview):
            pass

    def _show_in_steps(self, preview: ImportPreview) -> Iterator[None]:
        self._is_showing, self._is_reading = True, False
        self._choices = preview.choices
        self.reading.show_preview(preview)
        if preview.pair:
            self.import_target.show_pair(preview.pair)
        self.pairs.show_pairs(preview.file.pairs, self.import_target.is_listed)
        chosen = [use for use in preview.choices.uses if use[1].role is ColumnRole.TARGET]
        if preview.file.pairs and len(chosen) > 1 and preview.choices.uses != self._last_uses:
            self.pairs.several.setChecked(True)
        self._last_uses = preview.choices.uses
        yield
        self._show_columns()
        self._is_showing = False
        self._check()

    def show_failure(self, words: str) -> None:
        """Show why the file cannot be read with these options. The options are kept."""
        self.summary.setText(words)
        self.summary.set_tone("problem")
        self.rows.setRowCount(0)

    def _show_columns(self) -> None:
        """Show the uses of the columns, and what is read from the file with them."""
        self.reading.show_several(self.pairs.wants_several)
        self.fields.show_words(self.preview.file.other_fields, dict(self.preview.choices.fields))
        self.statuses.show_statuses(self.preview.file.unknown_statuses, dict(self.preview.choices.statuses))
        self.rows.show_preview(self.preview, wants_several=self.pairs.wants_several)
        self._show_findings()

    def _on_use(self, position: int, use: ColumnUse) -> None:
        """Apply the use that the user chose for a column."""
        preview, target = self.preview, self.import_target
        has_language = bool(preview.file.uses[position].language)
        is_of_pair = position in preview.phrase_columns and not lacks_language(preview.file, preview.choices)
        if use.language and not has_language and is_of_pair and not self.pairs.wants_several:
            # The title does not tell the language, so the language is taken from the pair.
            side = target.source if position == preview.phrase_columns[0] else target.target
            if side.choose(use.language):
                return
        several = self.pairs.wants_several
        choices = choose_use(preview.file, self._choices, position, use, pair=target.pair, wants_several=several)
        # If the columns tell their languages, the pair follows from them.
        chosen = self._choices.pair
        has_language = chosen is not None and {root(chosen.source), root(chosen.target)} <= self._roots()
        pair = None if use.role in PHRASE_ROLES and has_language else chosen
        self._settle(columns=None, uses=choices.uses, pair=pair, sheet=preview.file.sheet or None)

    def _swap_columns(self) -> None:
        swapped = swap_columns(self.preview.file, self._choices, self.import_target.pair)
        self._settle(columns=None, uses=swapped.uses, pair=swapped.pair)

    def _on_status(self, word: str, status: str | None) -> None:
        """Map a word to a status; None keeps the word in the note."""
        word = word.casefold()
        chosen = dict(self._choices.statuses)
        chosen.pop(word, None)
        if status is not None:
            chosen[word] = status
        self._settle(statuses=tuple(chosen.items()))

    def _on_field(self, name: str, role: ColumnRole | None) -> None:
        """Map a field to the role of a column; None skips the field."""
        chosen = dict(self._choices.fields)
        chosen.pop(name, None)
        if role is not None:
            # Qt returns a plain string.
            chosen[name] = ColumnRole(role)
        self._settle(fields=tuple(chosen.items()))

    def _roots(self) -> set[str]:
        """Return the languages of the file, without variants."""
        return {root(code) for code in self.preview.languages}

    def _show_findings(self) -> None:
        preview = self.preview
        parts = [self.tr("%Ln entries", "", preview.entry_count)]
        for count, words in (
            (len(preview.rejected_rows), self.tr("rejected lines: {count}")),
            (preview.violation_count, self.tr("cells with problems, marked in the grid: {count}")),
            (preview.ignored_rows, self.tr("rows of another pair: {count}")),
            (preview.blank_lines, self.tr("empty lines: {count}")),
        ):
            if count:
                parts.append(words.format(count=format_number(count)))
        unread = list(preview.file.columns_of_no_pair if self.pairs.wants_several else preview.unused_columns)
        if unread:
            names = list_names(map(localize, unread[:6]))
            if more := len(unread[6:]):
                names = self.tr("{names}, and %Ln more", "", more).format(names=names)
            parts.append(self.tr("not read: {names}").format(names=names))
        parts += map(localize, (*preview.file.kept, *preview.file.notes))
        if not preview.encoding_is_certain:
            parts.append(self.tr("the encoding is a guess: check that the rows are readable"))
        self.summary.setText(list_facts(parts))
        is_odd = bool(preview.rejected_rows or preview.violation_count or preview.file.notes)
        is_odd = is_odd or not preview.encoding_is_certain
        self.summary.set_tone("warning" if is_odd else "good")
        self.rejected_rows.clear()
        for rejected in preview.rejected_rows[:MOST_REJECTED_ROWS_SHOWN]:
            self.rejected_rows.addItem(
                self.tr("Line {line}: {reason} {remedy}").format(
                    line=format_number(rejected.line),
                    reason=localize(rejected.reason),
                    remedy=localize(rejected.remedy),
                )
            )
        for widget in (self.rejected_rows, self.rejected_rows_box):
            widget.setVisible(bool(preview.rejected_rows))

    def _make_rejected_rows_line(self) -> QWidget:
        self.keep_rejected_rows = QRadioButton(self.tr("Import them anyway and fix them in the grid"))
        self.leave_rejected_rows_out = QRadioButton(self.tr("Leave them out"))
        self.keep_rejected_rows.setObjectName("import_keep_rejected_rows")
        self.leave_rejected_rows_out.setObjectName("import_leave_rejected_rows_out")
        for button in (self.keep_rejected_rows, self.leave_rejected_rows_out):
            button.setAccessibleName(button.text())
        self.keep_rejected_rows.setChecked(True)
        self.rejected_rows_box = QWidget(self)
        line = QHBoxLayout(self.rejected_rows_box)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.keep_rejected_rows)
        line.addWidget(self.leave_rejected_rows_out)
        line.addStretch(1)
        line.addWidget(self.save_rejected_rows)
        return self.rejected_rows_box

    # Target

    @property
    def handling(self) -> RejectedRowHandling:
        """How rejected rows are handled."""
        return RejectedRowHandling.KEEP if self.keep_rejected_rows.isChecked() else RejectedRowHandling.LEAVE_OUT

    def order(self) -> ImportOrder:
        """Return what the user wants to import, and where to."""
        import_target = self.import_target
        return ImportOrder(
            self.preview,
            import_target.is_new,
            import_target.name.text().strip(),
            import_target.pair,
            tuple(self.pairs.ticked) if self.pairs.wants_several else None,
            import_target.existing_way,
            self.handling,
            import_target.other_key,
            divides=import_target.is_new and self.divide.isChecked() and self.preview.is_too_large,
        )

    def take_target(self, order: ImportOrder) -> None:
        """Import this file like another one: to the same target, in the same way."""
        self.import_target.take(order)
        wants_all = order.handling is RejectedRowHandling.KEEP
        (self.keep_rejected_rows if wants_all else self.leave_rejected_rows_out).setChecked(True)

    @property
    def missing(self) -> str:
        """What is still missing for the import, in words; empty if nothing is missing."""
        return self.order().missing

    @property
    def is_reading(self) -> bool:
        """Whether the file is being read with the new choices, or cannot be read with them."""
        return self._is_reading

    def _on_pair(self) -> None:
        """In a multilingual file, select the columns of the chosen pair."""
        pair = self.import_target.pair
        is_shown = self._is_showing or pair == self.preview.pair
        is_pair = self.import_target.has_pair and pair.source != pair.target
        if is_pair and not is_shown and (len(self._roots()) < 2 or {pair.source, pair.target} <= self._roots()):
            self._settle(pair=pair)
        self._check()

    def _on_pairs(self) -> None:
        if not self._is_showing:
            if self.reading.wants_several != self.pairs.wants_several:
                self._show_columns()
            else:
                self._show_findings()
            self._take_pair_of_open()
            self._check()

    def _take_pair_of_open(self) -> None:
        """Suggest the pair of the open dictionary if the file has it or does not name any languages."""
        pair = self.import_target.open_pair if not self.import_target.other_key else None
        if (
            pair is not None
            and not self.import_target.is_new
            and self.preview.pair is None
            and not self.import_target.has_pair
        ):
            self.import_target.show_pair(pair)
        if (
            self._is_showing
            or self.import_target.is_new
            or self.pairs.wants_several
            or pair is None
            or self._is_of_open_pair()
        ):
            return
        roots = self._roots()
        found = next((each for each in self.preview.file.pairs if each.pair.roots == pair.roots), None)
        if found is not None and found.sheet:
            self._settle(pair=pair, columns=None, uses=(), sheet=found.sheet)
        elif found is not None or {root(pair.source), root(pair.target)} <= roots:
            self._settle(pair=pair)

    def _is_of_open_pair(self) -> bool:
        """Whether the file fits the open dictionary: both have the same pair, or one of them has none."""
        pair, opened = self.preview.pair, self.import_target.open_pair
        return pair is None or opened is None or pair.roots == opened.roots

    def _check(self) -> None:
        """Show what is still missing, and enable the import if nothing is."""
        if self._is_showing:
            return
        self.import_target.show_possible(is_one_pair=not self.pairs.wants_several)
        self._show_division()
        target = self.import_target
        is_swapped = target.has_pair and not self.pairs.wants_several and self.preview.are_columns_swapped(target.pair)
        self.swap_hint.show_for(target.pair if is_swapped else None)
        missing = self.missing
        warning = self._too_large() or self._warn_of_known_name() or self._other_pair() or self._warn_of_unlisted()
        self.import_target.say(missing or warning, tone="problem" if missing else "warning")
        self.changed.emit()

    def _show_division(self) -> None:
        """Offer to divide a glossary that is too large for the service. Undivided, it can only stay local."""
        name = self.import_target.name.text().strip()
        words = self.tr("Divide it into “{name} 1”, “{name} 2” and so on, none of them too large")
        self.divide.setText(words.format(name=name))
        self.divide.setAccessibleName(self.divide.text())
        self.divide.setVisible(self.preview.is_too_large and self.import_target.is_new)

    def _too_large(self) -> str:
        """Warn in advance if a dictionary is too large for any service."""
        if not self.preview.is_too_large or (self.divide.isChecked() and self.import_target.is_new):
            return ""
        return localize(
            PublishMessage.TOO_LARGE(self.preview.size, limit=MAX_DICTIONARY_BYTES), PublishMessage.DIVIDE()
        )

    def _warn_of_known_name(self) -> str:
        if not self.import_target.has_known_name:
            return ""
        words = self.tr("A glossary “{name}” exists already. Import into it instead, or choose another name.")
        return words.format(name=self.import_target.name.text().strip())

    def _other_pair(self) -> str:
        """Say where the rows go if their pair differs from the open dictionary's, because that is easily overlooked."""
        target = self.import_target
        if target.is_new or target.other_key or self.pairs.wants_several or target.is_of_open_pair:
            return ""
        return self.tr(
            "The rows go into the dictionary {pair} of “{name}”, not into the open dictionary {open}."
        ).format(pair=self.import_target.pair, name=self.import_target.open_name, open=self.import_target.open_pair)

    def _warn_of_unlisted(self) -> str:
        """Warn in advance of languages that cannot be published."""
        names = self.import_target.find_unlisted_languages()
        if not names or self.pairs.wants_several:
            return ""
        words = self.tr(
            "This service has no glossaries for {languages}: the dictionary can only stay on this computer."
        )
        return words.format(languages=list_names(names))
