"""Where the rows of a file go: into a new glossary, or into the dictionary of their pair in an existing one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QLineEdit, QRadioButton, QVBoxLayout, QWidget

from termdesk.application.glossaries.importing.importer import InitialDecision
from termdesk.domain.language.language import LanguagePair, root
from termdesk.domain.language.language_names import PairLanguages, list_built_in_languages
from termdesk.ui.glossaries.importing.import_order import (
    ImportOrder,
    OpenGlossary,
    belongs_to_open,
    missing_target,
)
from termdesk.ui.widgets.language_box import LanguageBox
from termdesk.ui.widgets.plain import PlainLabel, set_tooltip
from termdesk.ui.words.language_words import language_name
from termdesk.ui.words.lists import list_facts

# Width of the open glossary's name in pixels; the tooltip has the full name.
_WIDEST_NAME = 220


class ImportTarget(QWidget):
    """Emits `changed` for any change by the user, `pair_chosen` for the pair, `way_chosen` for new or existing."""

    changed = Signal()
    pair_chosen = Signal()
    way_chosen = Signal()

    def __init__(
        self,
        *,
        open_name: str,
        open_pair: LanguagePair | None,
        languages: PairLanguages | None = None,
        others: Sequence[tuple[str, str]] = (),
        parent: QWidget | None = None,
        in_steps: bool = False,
    ) -> None:
        """Create the widget. Without `languages`, the built-in ones of the specification are offered.

        `others` are keys and names of glossaries that are not open. With `in_steps`, it is complete only after its
        `steps`.
        """
        super().__init__(parent)
        self._others = others
        self._languages = languages or list_built_in_languages()
        self.open_name, self.open_pair = open_name, open_pair
        self.steps = self._create()
        if not in_steps:
            for _ in self.steps:
                pass

    def _create(self) -> Iterator[None]:
        self._make_ways(self.open_name)
        self.name = QLineEdit(self)
        self.name.setObjectName("import_name")
        self.name.setAccessibleName(self.tr("Name of the glossary"))
        self.source = LanguageBox("import_source", self.tr("Source language"), self)
        self.target = LanguageBox("import_target", self.tr("Target language"), self)
        yield
        for box, languages_of_side in ((self.source, self._languages.sources), (self.target, self._languages.targets)):
            box.show_languages([("", self.tr("Choose…")), *languages_of_side])
            box.setMinimumContentsLength(8)
            box.chosen.connect(self.pair_chosen)
        self.existing = self._make_existing()
        self.message_label = PlainLabel(parent=self, tone="problem", wraps=True)
        self.message_label.setObjectName("import_message")
        self.name.textChanged.connect(self._find_namesake)
        self.name.textChanged.connect(self.changed)
        self._lay_out()

    def _make_ways(self, open_name: str) -> None:
        self.as_new = QRadioButton(self.tr("As a new glossary"), self)
        self.as_new.setObjectName("import_as_new")
        words = self.tr("Into the open glossary “{name}”")
        shown = self.fontMetrics().elidedText(open_name, Qt.TextElideMode.ElideRight, _WIDEST_NAME)
        self.into_open = QRadioButton(words.format(name=shown), self)
        set_tooltip(self.into_open, words.format(name=open_name))
        self.into_open.setObjectName("import_into_open")
        self.into_open.setVisible(self.open_pair is not None)
        self.as_new.setChecked(True)
        self.into_other = QRadioButton(self.tr("Into another glossary"), self)
        self.into_other.setObjectName("import_into_other")
        self.other = QComboBox(self)
        self.other.setObjectName("import_other")
        self.other.setAccessibleName(self.tr("Another glossary"))
        self.other.setMinimumContentsLength(1)
        for key, name in self._others:
            self.other.addItem(name, key)
        for widget in (self.into_other, self.other):
            widget.setVisible(bool(self._others))
        for button in (self.as_new, self.into_open, self.into_other):
            button.setAccessibleName(button.text())
            button.toggled.connect(self.changed)
            button.setMinimumWidth(button.sizeHint().width())
        self.into_open.toggled.connect(self.way_chosen)

    def _make_existing(self) -> QComboBox:
        existing = QComboBox(self)
        existing.setObjectName("import_existing")
        existing.setAccessibleName(self.tr("Existing entries"))
        for way, words in (
            (InitialDecision.KEEP, self.tr("Keep existing targets")),
            (InitialDecision.OVERWRITE, self.tr("Use the targets of the file")),
            (InitialDecision.APPEND, self.tr("Append all rows")),
            (InitialDecision.REPLACE_ALL, self.tr("Replace everything with the file")),
        ):
            existing.addItem(words, way)
        existing.setMinimumContentsLength(10)
        existing.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        existing.setVisible(self.open_pair is not None or bool(self._others))
        return existing

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        grid = QGridLayout()
        column.addLayout(grid)
        grid.setHorizontalSpacing(8)
        grid.addWidget(self.as_new, 0, 0)
        grid.addWidget(self.name, 0, 1)
        grid.addWidget(self.into_open, 1, 0, 1, 2)
        grid.addWidget(self.into_other, 2, 0)
        grid.addWidget(self.other, 2, 1)
        grid.setColumnStretch(1, 1)
        languages = QHBoxLayout()
        languages.setSpacing(8)
        languages.addWidget(self.source, 1)
        # In a mirrored window, the source is on the right.
        languages.addWidget(PlainLabel("←" if self.isRightToLeft() else "→", self))
        languages.addWidget(self.target, 1)
        languages.addWidget(self.existing, 1)
        column.addLayout(languages)
        column.addWidget(self.message_label)

    # Choices

    @property
    def is_new(self) -> bool:
        """Whether the rows become a new glossary."""
        return self.as_new.isChecked()

    @property
    def other_key(self) -> str:
        """The key of the target glossary if it is not open; otherwise empty."""
        return str(self.other.currentData()) if self.into_other.isChecked() else ""

    def _find_namesake(self, name: str) -> None:
        """Select the glossary that already has this name."""
        position = self.other.findText(name.strip(), Qt.MatchFlag.MatchFixedString)
        if position >= 0:
            self.other.setCurrentIndex(position)

    @property
    def has_known_name(self) -> bool:
        """Whether the new glossary would have the same name as an existing one."""
        return self.is_new and self.name.text().strip().casefold() in self.known_names

    @property
    def known_names(self) -> frozenset[str]:
        """The case-folded names of all glossaries."""
        return find_known_names(self.open_name, self._others)

    @property
    def pair(self) -> LanguagePair:
        """The chosen languages; either code may still be empty."""
        return LanguagePair(self.source.code, self.target.code)

    @property
    def has_pair(self) -> bool:
        """Whether both languages are chosen."""
        return bool(self.source.code and self.target.code)

    @property
    def existing_way(self) -> InitialDecision:
        """What happens to entries whose source already exists."""
        # Qt returns plain strings for string enumerations.
        return InitialDecision(self.existing.currentData())

    # Display

    def show_pair(self, pair: LanguagePair) -> None:
        """Choose the languages of a file, even if the service lacks them; `find_unlisted_languages` names those."""
        for box, code in ((self.source, pair.source), (self.target, pair.target)):
            if not box.choose(code):
                box.addItem(list_facts((language_name(root(code)), root(code))), root(code))
                box.choose(code)

    @property
    def languages(self) -> list[tuple[str, str]]:
        """Codes and names of all source and target languages."""
        return list(dict([*self._languages.sources, *self._languages.targets]).items())

    def is_listed(self, pair: LanguagePair) -> bool:
        """Whether the service supports glossaries for a pair; variants count as their language."""
        roots = pair.roots
        return roots.source in dict(self._languages.sources) and roots.target in dict(self._languages.targets)

    def find_unlisted_languages(self) -> list[str]:
        """Return the names of chosen languages without glossary support on the service; they can only stay local."""
        sides = ((self.source.code, self._languages.sources), (self.target.code, self._languages.targets))
        return [language_name(code) for code, listed in sides if code and code not in dict(listed)]

    def show_possible(self, *, is_one_pair: bool) -> None:
        """Enable what can be chosen now. With several pairs, each has its own languages."""
        self.name.setEnabled(self.is_new)
        for box in (self.source, self.target):
            box.setEnabled(is_one_pair)
        self.existing.setEnabled(not self.is_new)
        self.other.setEnabled(self.into_other.isChecked())

    def say(self, words: str, *, tone: str) -> None:
        """Show a problem or a warning below the fields; empty text hides the line."""
        self.message_label.set_tone(tone)
        self.message_label.setText(words)
        self.message_label.setVisible(bool(words))

    def missing_choice(self) -> str:
        """Return what is still missing for the import, in words; empty if nothing is missing."""
        return missing_target(self.name.text() if self.is_new else None, self.pair)

    @property
    def is_of_open_pair(self) -> bool:
        """Whether the rows belong to the open dictionary itself."""
        return self.open_pair is not None and self.pair.roots == self.open_pair.roots

    def suggest_open(self, name: str, pair: LanguagePair | None) -> None:
        """Select the open glossary for a file that has its name and another pair."""
        if belongs_to_open(name, pair, OpenGlossary(self.open_name, self.open_pair)):
            self.into_open.setChecked(True)

    def take(self, order: ImportOrder) -> None:
        """Use the same target and import mode as another order, and its languages if none are chosen yet."""
        if order.glossary:
            self.other.setCurrentIndex(self.other.findData(order.glossary))
        (self.as_new if order.is_new else self.into_other if order.glossary else self.into_open).setChecked(True)
        self.existing.setCurrentIndex(self.existing.findData(order.existing))
        if not self.has_pair:
            self.show_pair(order.pair)

    def focus_missing(self) -> None:
        """Focus the field that `missing_choice` refers to, if any."""
        if not self.missing_choice():
            return
        if not self.source.code:
            field = self.source.lineEdit()
        elif not self.target.code or self.pair.source == self.pair.target:
            field = self.target.lineEdit()
        else:
            field = self.name
        assert field is not None
        field.setFocus()
        field.selectAll()


def find_known_names(open_name: str, others: Sequence[tuple[str, str]]) -> frozenset[str]:
    """Return the case-folded names of the open glossary, if there is one, and of all others."""
    return frozenset(name.casefold() for name in (open_name, *(name for _, name in others)) if name)
