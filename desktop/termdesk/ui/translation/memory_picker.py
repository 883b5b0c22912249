"""Choose a translation memory of the service for a translation, and how similar its segments must be."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSpinBox, QWidget

from termdesk.application.translation.memory_lookup import USUAL_THRESHOLD, MemorySummary, MemoryUse
from termdesk.application.translation.translation import TextTranslator
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.widgets.plain import PlainLabel, set_tooltip
from termdesk.ui.words.lists import add_aside
from termdesk.ui.words.numbers import format_number


class MemoryPicker(QWidget):
    """A line that is shown where the service has memories for the languages.

    `changed` is sent when another memory or threshold is chosen.
    """

    changed = Signal()

    def __init__(self, translator: TextTranslator, *, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._use = translator
        self._jobs = jobs
        self.box = QComboBox()
        self.box.setObjectName("translate_memory")
        self.box.setAccessibleName(self.tr("Translation memory"))
        # A long name would make the window as wide.
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.box.setMinimumContentsLength(24)
        self.threshold = QSpinBox()
        self.threshold.setObjectName("translate_memory_threshold")
        self.threshold.setAccessibleName(self.tr("How similar a segment of the memory must be"))
        self.threshold.setRange(0, 100)
        self.threshold.setValue(USUAL_THRESHOLD)
        self.threshold.setSuffix(self.tr(" %"))
        set_tooltip(self.threshold, self.tr("Segments of the memory are used from this similarity on."))
        caption, similarity = PlainLabel(self.tr("Translation memory")), PlainLabel(self.tr("Similarity"))
        caption.setBuddy(self.box)
        similarity.setBuddy(self.threshold)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        for widget in (caption, self.box, similarity, self.threshold):
            line.addWidget(widget)
        line.addStretch(1)
        self.box.currentIndexChanged.connect(self._on_chosen)
        self.threshold.valueChanged.connect(self.changed)
        self._show(())

    @property
    def memory(self) -> MemoryUse | None:
        """The memory that is chosen, with the threshold."""
        data = self.box.currentData()
        return MemoryUse(data.memory_id, data.name, self.threshold.value()) if isinstance(data, MemorySummary) else None

    def look(self, source: str, target: str) -> None:
        """Offer the memories for these languages. No source means that it is detected; no target, that none is used."""
        if target:
            work = partial(self.read, source, target)
            self._jobs.start(JobKind.CHOOSE_MEMORY, self.tr("Looking for translation memories"), work)
        else:
            self._jobs.cancel(JobKind.CHOOSE_MEMORY)
            self._show(())

    async def read(self, source: str, target: str) -> None:
        """As `look`, and wait for it."""
        self._show(await self._use.memories(source=source or None, target=target))

    def _show(self, found: Sequence[MemorySummary]) -> None:
        """Offer these memories. The one that was chosen stays so, if it is among them."""
        before = self.memory
        self.box.blockSignals(True)
        self.box.clear()
        self.box.addItem(self.tr("No memory"), None)
        for each in found:
            self.box.addItem(add_aside(each.name, format_number(each.segment_count)), each)
            if before is not None and each.memory_id == before.memory_id:
                self.box.setCurrentIndex(self.box.count() - 1)
        self.box.blockSignals(False)
        self.setVisible(bool(found))
        self.threshold.setEnabled(self.memory is not None)
        if self.memory != before:
            self.changed.emit()

    def _on_chosen(self) -> None:
        self.threshold.setEnabled(self.memory is not None)
        self.changed.emit()
