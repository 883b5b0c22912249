"""The bar for a run: the glossary to check, what to compare, and the Run button."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.spot_check.sides import ComparedSides
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.spot_check.spot_check_words import comparison_words
from termdesk.ui.texts.choices.style_picker import StyleFinder, StylePicker
from termdesk.ui.widgets.layouts.flow_layout import FlowLayout
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_buttons import text_button, tick_box


class RunBar(QWidget):
    """The choices of a run. `changed` is sent when another choice is made, `run_asked` by the button."""

    changed = Signal()
    run_asked = Signal()

    def __init__(self, style_finder: StyleFinder, *, jobs: Jobs) -> None:
        super().__init__()
        self._pair: LanguagePair | None = None
        self.glossary = QComboBox()
        self.glossary.setObjectName("spot_check_glossary")
        self.glossary.setAccessibleName(self.tr("Glossary"))
        self.glossary.setMinimumContentsLength(18)
        self.comparison = QComboBox()
        self.comparison.setObjectName("spot_check_comparison")
        self.comparison.setAccessibleName(self.tr("What is compared"))
        for each in ComparedSides:
            self.comparison.addItem(comparison_words(each), each)
        self.style_rules = StylePicker(
            "spot_check", style_finder, kind=JobKind.CHOOSE_SPOT_CHECK_STYLE_RULES, jobs=jobs, parent=self
        )
        self.fresh = tick_box(
            "spot_check_fresh",
            self.tr("Translate again"),
            meaning=self.tr("Translate also sentences that were translated before with the same entries"),
        )
        self.run_button = text_button("spot_check_run", self.tr("Spot-check"))
        self.run_button.setProperty("role", "primary")
        caption = PlainLabel(self.tr("Glossary"))
        caption.setBuddy(self.glossary)
        choice = QWidget()
        inside = QHBoxLayout(choice)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(8)
        inside.addWidget(caption)
        inside.addWidget(self.glossary)
        # In a narrow window the rest wraps to the next line.
        line = FlowLayout(self)
        for widget in (choice, self.comparison, self.style_rules, self.fresh, self.run_button):
            line.addWidget(widget)
        self.glossary.currentIndexChanged.connect(self.changed)
        self.comparison.currentIndexChanged.connect(self.changed)
        self.style_rules.changed.connect(self.changed)
        self.run_button.clicked.connect(self.run_asked)

    def show_glossaries(
        self, glossaries: Sequence[GlossarySummary], pair: LanguagePair, *, preferred: GlossarySummary | None
    ) -> None:
        """Offer the glossaries that have a dictionary for this pair. Keep the choice, unless `preferred` is given.

        `preferred` is the glossary that the set is meant for.
        """
        self._pair = pair
        key = preferred.key if preferred else self.summary.key if self.summary else ""
        fitting = [each for each in glossaries if each.row(pair)]
        self.glossary.blockSignals(True)
        self.glossary.clear()
        for each in fitting:
            self.glossary.addItem(each.name, each)
        keys = [each.key for each in fitting]
        self.glossary.setCurrentIndex(keys.index(key) if key in keys else 0 if keys else -1)
        self.glossary.setEnabled(bool(keys))
        self.glossary.blockSignals(False)
        self.style_rules.look([pair.target])
        self.changed.emit()

    @property
    def summary(self) -> GlossarySummary | None:
        """The chosen glossary."""
        data = self.glossary.currentData()
        return data if isinstance(data, GlossarySummary) else None

    @property
    def chosen_comparison(self) -> ComparedSides:
        """The chosen comparison."""
        return ComparedSides(self.comparison.currentData())

    @property
    def has_draft(self) -> bool:
        """Whether the chosen dictionary has edits since it was published, according to the last library listing."""
        row = self.summary.row(self._pair) if self.summary and self._pair else None
        return row is not None and row.is_on_service and row.has_changes

    def choose_glossary(self, key: str) -> None:
        """Choose a glossary by its key, and its draft if it has one."""
        for position in range(self.glossary.count()):
            if self.glossary.itemData(position).key == key:
                self.glossary.setCurrentIndex(position)
        comparison = ComparedSides.DRAFT if self.has_draft else ComparedSides.GLOSSARY
        self.comparison.setCurrentIndex(list(ComparedSides).index(comparison))
