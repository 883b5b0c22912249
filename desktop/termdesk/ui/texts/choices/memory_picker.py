"""A line for choosing a translation memory of the service, and the minimum similarity of its segments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Protocol

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSpinBox, QWidget
from shiboken6 import isValid

from termdesk.application.translation.memory_lookup import USUAL_THRESHOLD, MemoryOffer, MemorySummary, MemoryUse
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.widgets.plain import PlainLabel, set_tooltip
from termdesk.ui.words.lists import add_in_parentheses
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_number


class MemoryFinder(Protocol):
    """The part of a use case that the picker needs."""

    async def memories_by_target(self, *, source: str | None, targets: Sequence[str]) -> MemoryOffer:
        """Return the memories of the service for each of several targets."""


class MemoryPicker(QWidget):
    """A line that is shown if the service has memories for the languages, or for one of several targets.

    If the key does not allow reading them, the reason replaces the choice.

    `changed` is sent when another memory or threshold is chosen, `found` when the memories for the languages have been
    read.
    """

    changed = Signal()
    found = Signal()

    def __init__(
        self, name: str, finder: MemoryFinder, *, kind: JobKind, jobs: Jobs, parent: QWidget | None = None
    ) -> None:
        """Build the line.

        `kind` is that of the job that looks for memories; the widgets' object names start with `name`.
        """
        super().__init__(parent)
        self._finder = finder
        self._kind = kind
        self._jobs = jobs
        self._fitting: Mapping[str, tuple[MemorySummary, ...]] = {}
        self.box = QComboBox()
        self.box.setObjectName(f"{name}_memory")
        self.box.setAccessibleName(self.tr("Translation memory"))
        # Otherwise a long name would widen the window.
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.box.setMinimumContentsLength(24)
        self.threshold = QSpinBox()
        self.threshold.setObjectName(f"{name}_memory_threshold")
        self.threshold.setAccessibleName(self.tr("How similar a segment of the memory must be"))
        self.threshold.setRange(0, 100)
        self.threshold.setValue(USUAL_THRESHOLD)
        self.threshold.setSuffix(self.tr(" %"))
        set_tooltip(self.threshold, self.tr("Segments of the memory are used from this similarity on."))
        caption, similarity = PlainLabel(self.tr("Translation memory")), PlainLabel(self.tr("Similarity"))
        caption.setBuddy(self.box)
        similarity.setBuddy(self.threshold)
        self.reason = PlainLabel(wraps=True, tone="muted")
        self.reason.setObjectName(f"{name}_memory_reason")
        self._choice = (self.box, similarity, self.threshold)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(caption)
        for widget in self._choice:
            line.addWidget(widget)
        line.addWidget(self.reason, 1)
        self.box.currentIndexChanged.connect(self._on_chosen)
        self.threshold.valueChanged.connect(self.changed)
        self._show(())

    @property
    def memory(self) -> MemoryUse | None:
        """The chosen memory with the threshold."""
        data = self.box.currentData()
        return MemoryUse(data.memory_id, data.name, self.threshold.value()) if isinstance(data, MemorySummary) else None

    def memory_for(self, target: str) -> MemoryUse | None:
        """Return the chosen memory if it has this target."""
        memory = self.memory
        fits = memory is not None and memory.memory_id in {each.memory_id for each in self._fitting.get(target, ())}
        return memory if fits else None

    def look(self, source: str, targets: Sequence[str]) -> None:
        """Offer the memories for these languages.

        An empty source means “detected”; without any target, no memory is used.
        """
        if not any(targets):
            self._jobs.cancel(self._kind)
            self._fitting = {}
            self._show(())
            return
        work = partial(self._read, source, targets)
        self._jobs.start(self._kind, self.tr("Looking for translation memories"), work)

    async def _read(self, source: str, targets: Sequence[str]) -> None:
        found = await self._finder.memories_by_target(source=source or None, targets=targets)
        if isValid(self):
            self._fitting = found.by_target
            several = {each.memory_id: each for memories in found.by_target.values() for each in memories}
            self._show(list(several.values()), is_for_some=len(targets) > 1, reason=localize(found.reason))
            self.found.emit()

    def _show(self, found: Sequence[MemorySummary], *, is_for_some: bool = False, reason: str = "") -> None:
        """Offer these memories, or show the reason why none can be chosen. Keep the choice if it is still offered."""
        before = self.memory
        self.box.blockSignals(True)
        self.box.clear()
        self.box.addItem(self.tr("No memory"), None)
        for each in found:
            self.box.addItem(add_in_parentheses(each.name, format_number(each.segment_count)), each)
            if before is not None and each.memory_id == before.memory_id:
                self.box.setCurrentIndex(self.box.count() - 1)
        self.box.blockSignals(False)
        words = self.tr("It is used for those of the languages that it has.") if is_for_some else ""
        set_tooltip(self.box, words)
        self.reason.setText(reason)
        for widget in self._choice:
            widget.setVisible(not reason)
        self.setVisible(bool(found or reason))
        self.threshold.setEnabled(self.memory is not None)
        if self.memory != before:
            self.changed.emit()

    def _on_chosen(self) -> None:
        self.threshold.setEnabled(self.memory is not None)
        self.changed.emit()
