"""A box for choosing the service's style rules for translations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Protocol

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QWidget
from shiboken6 import isValid

from termdesk.application.translation.style_lookup import StyleOffer, StyleRules
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.widgets.plain import set_tooltip
from termdesk.ui.words.message_words import localize


class StyleFinder(Protocol):
    """The part of a use case that the picker needs."""

    async def styles_by_target(self, *, targets: Sequence[str]) -> StyleOffer:
        """Return the style rules of the service for each of several targets."""


class StylePicker(QComboBox):
    """A box with the service's style rules. It is shown if there are rules for one of the target languages, or if the
    key does not allow reading them.

    `changed` is sent when other rules are chosen, `found` when the rules of the languages have been read.
    """

    changed = Signal()
    found = Signal()

    def __init__(
        self, name: str, finder: StyleFinder, *, kind: JobKind, jobs: Jobs, parent: QWidget | None = None
    ) -> None:
        """Build the box. `kind` is that of the job that looks for style rules; the object name starts with `name`."""
        super().__init__(parent)
        self._finder = finder
        self._kind = kind
        self._jobs = jobs
        self._fitting: Mapping[str, tuple[StyleRules, ...]] = {}
        self.setObjectName(f"{name}_style_rules")
        self.setAccessibleName(self.tr("Style rules"))
        # Otherwise a long name would widen the window.
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(18)
        self.currentIndexChanged.connect(self.changed)
        self._show(())

    @property
    def style_rules(self) -> StyleRules | None:
        """The chosen style rules; None if none are to be used."""
        data = self.currentData()
        return data if isinstance(data, StyleRules) else None

    def style_rules_for(self, target: str) -> StyleRules | None:
        """Return the chosen rules if they are for this target."""
        chosen = self.style_rules
        return chosen if chosen in self._fitting.get(target, ()) else None

    @property
    def has_offer(self) -> bool:
        """Whether there are rules to choose, or a reason why none can be chosen."""
        return self.count() > 1 or not self.isEnabled()

    def look(self, targets: Sequence[str]) -> None:
        """Offer the rules for these languages."""
        if not any(targets):
            self._jobs.cancel(self._kind)
            self._fitting = {}
            self._show(())
            self.found.emit()
            return
        work = partial(self._read, targets)
        self._jobs.start(self._kind, self.tr("Looking for style rules"), work)

    async def _read(self, targets: Sequence[str]) -> None:
        found = await self._finder.styles_by_target(targets=targets)
        if isValid(self):
            self._fitting = found.by_target
            several = {each.style_id: each for rules in found.by_target.values() for each in rules}
            self._show(list(several.values()), is_for_some=len(targets) > 1, reason=localize(found.reason))
            self.found.emit()

    def _show(self, found: Sequence[StyleRules], *, is_for_some: bool = False, reason: str = "") -> None:
        """Offer these rules, or show the reason why none can be chosen. Keep the choice if it is still offered."""
        before = self.style_rules
        self.blockSignals(True)
        self.clear()
        self.addItem(self.tr("No style rules"), None)
        for each in found:
            self.addItem(self.tr("Style: {name}").format(name=each.name), each)
            if before is not None and each.style_id == before.style_id:
                self.setCurrentIndex(self.count() - 1)
        self.blockSignals(False)
        words = self.tr("Rules for the style of the translation, as the service keeps them.")
        if is_for_some:
            words = self.tr("They are used for the language that they are made for.")
        set_tooltip(self, reason or words)
        self.setEnabled(not reason)
        self.setVisible(bool(found or reason))
        if self.style_rules != before:
            self.changed.emit()
