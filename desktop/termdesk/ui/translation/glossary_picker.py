"""A line for choosing the glossary of a translation, with hints about it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget
from shiboken6 import isValid

from termdesk.application.glossaries.editing.edit_counts import EditKey
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.translation.glossary_choice import GlossaryChoice
from termdesk.application.translation.glossary_preferences import GlossaryPreferences
from termdesk.application.translation.translation import TextTranslator
from termdesk.application.translation.unpublished_edits import UnpublishedEdits, is_about
from termdesk.domain.errors import StorageFailed
from termdesk.domain.glossary import Glossary
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.window_memory import WindowMemory
from termdesk.messages.text_messages import GlossaryMessage
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_buttons import text_button
from termdesk.ui.words.lists import add_in_parentheses
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_number

# Unpublished edits are counted again after a pause of this length.
MILLISECONDS_TO_COUNT = 300


class GlossaryPicker(QWidget):
    """A line below the languages. `box` is placed beside them.

    `changed` is sent when another glossary is chosen or the list is new. `open_asked` and `publish_asked` are sent with
    a glossary id and a pair when the user wants to see or to publish this dictionary.
    """

    changed = Signal()
    open_asked = Signal(str, object)
    publish_asked = Signal(str, object)

    def __init__(
        self,
        translator: TextTranslator,
        unpublished: UnpublishedEdits,
        *,
        remembered: WindowMemory,
        jobs: Jobs,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._use = translator
        self._unpublished = unpublished
        self._remembered = remembered
        self._jobs = jobs
        self._preferences = GlossaryPreferences(remembered.translate_glossaries)
        self._pair: LanguagePair | None = None
        # A draft for the language pair that must be published before use.
        self._draft: GlossarySummary | None = None
        # The service did not list the glossary that was last used for this pair.
        self.misses_usual = False
        self._make_widgets()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(MILLISECONDS_TO_COUNT)
        self._timer.timeout.connect(self.count_unpublished)
        self.box.currentIndexChanged.connect(self._on_chosen)
        self.open_button.clicked.connect(self.ask_open)
        self.publish_button.clicked.connect(self.ask_publish)
        unsubscribe = unpublished.edited.subscribe(self._on_edited)
        self.destroyed.connect(lambda: unsubscribe())
        self._show(GlossaryChoice(reason=self.tr("Waiting for the service.")))

    def _make_widgets(self) -> None:
        self.box = QComboBox()
        self.box.setObjectName("translate_glossary")
        self.box.setAccessibleName(self.tr("Glossary"))
        self.box.setMinimumContentsLength(13)
        self.reason = PlainLabel(wraps=True, tone="muted")
        self.reason.setObjectName("translate_glossary_reason")
        self.unpublished = PlainLabel(tone="warning")
        self.unpublished.setObjectName("translate_unpublished")
        self.open_button = text_button("translate_open_glossary", self.tr("Open the glossary"))
        self.publish_button = text_button(
            "translate_publish", self.tr("Publish…"), meaning=self.tr("Publish the dictionary")
        )
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(self.reason, 1)
        line.addWidget(self.unpublished)
        line.addWidget(self.publish_button)
        line.addWidget(self.open_button)

    @property
    def glossary(self) -> Glossary | None:
        """The glossary to translate with; None for “No glossary”."""
        data = self.box.currentData()
        return data if isinstance(data, Glossary) else None

    @property
    def opened(self) -> str | None:
        """The key of the glossary that can be opened from here: the chosen one, or a draft for the pair."""
        if self.glossary is not None:
            return self.glossary.glossary_id
        return self._draft.key if self._draft else None

    def _draft_words(self) -> str:
        if self._draft is None or self._pair is None:
            return ""
        return localize(GlossaryMessage.ONLY_DRAFT(name=self._draft.name, pair=str(self._pair)))

    def end_waiting(self) -> None:
        """Remove the message about waiting for the service, which does not list its languages."""
        if self._pair is None:
            self.reason.setText("")

    def look(self, source: str, target: str) -> None:
        """Start to find the glossaries for these languages. An empty source means “detected”."""
        self._jobs.start(JobKind.CHOOSE_GLOSSARY, self.tr("Looking for glossaries"), partial(self.read, source, target))

    async def read(self, source: str, target: str) -> None:
        """Find the glossaries for these languages. Raises TermdeskError."""
        if target:
            pair = self._pair = LanguagePair(source, target) if source else None
            found = await self._use.glossaries(source=source or None, target=target)
            try:
                draft = await self._unpublished.draft(pair) if pair and found.lacks_dictionary else None
            except StorageFailed:
                # Do not keep a glossary for other languages.
                self._show(found)
                raise
            if isValid(self) and pair == self._pair:
                self._show(found, draft)

    def _show(self, found: GlossaryChoice, draft: GlossarySummary | None = None) -> None:
        """Offer the matching glossaries. If there are none, show why."""
        pair, self._draft = self._pair, draft
        is_expected = pair is not None and self._preferences.expects(service=self._use.service, pair=pair)
        self.misses_usual = found.is_unlisted and is_expected
        self.box.blockSignals(True)
        self.box.clear()
        self.box.addItem(self.tr("No glossary"), None)
        for each in found.glossaries:
            dictionary = each.dictionary(pair) if pair else None
            count = dictionary.entry_count if dictionary else 0
            self.box.addItem(add_in_parentheses(each.name, format_number(count)), each)
        if pair is not None:
            preferred = self.find_preferred(found.glossaries, source=pair.source, target=pair.target)
            if preferred is not None:
                self.box.setCurrentIndex(1 + found.glossaries.index(preferred))
        self.box.blockSignals(False)
        self.box.setEnabled(bool(found.glossaries))
        self.reason.setText(self._draft_words() or localize(found.reason))
        self._show_unpublished(0)
        self.count_unpublished()
        self._prepare()
        self.changed.emit()

    def find_preferred(self, fitting: Sequence[Glossary], *, source: str, target: str) -> Glossary | None:
        """Return the glossary among `fitting` that is preselected for a language pair; None for no glossary."""
        return self._preferences.find_preferred(fitting, service=self._use.service, pair=LanguagePair(source, target))

    def _on_chosen(self) -> None:
        """Apply the user's choice. Signals of the list are blocked while it is filled."""
        self._keep_choice()
        self._show_unpublished(0)
        self.count_unpublished()
        self._prepare()
        self.changed.emit()

    def _prepare(self) -> None:
        """Let the service prepare the chosen glossary while the user still writes."""
        if self.glossary is not None and self._pair is not None:
            self._jobs.start(
                JobKind.PREPARE_GLOSSARY,
                self.tr("Preparing the glossary"),
                partial(self._use.prepare, self.glossary, self._pair),
            )

    def keep_used(self) -> None:
        """Remember the glossary of a translation, even if the user did not choose it."""
        if self.glossary is not None:
            self._keep_choice()

    def _keep_choice(self) -> None:
        if self._pair is not None:
            self._preferences.choose(self.glossary, service=self._use.service, pair=self._pair)
            self._remembered.translate_glossaries = self._preferences.memory()

    # Unpublished edits

    def _on_edited(self, keys: Collection[EditKey]) -> None:
        glossary, pair = self.glossary, self._pair
        if not self.box.isVisible():
            # They will be counted when the pane comes to the front.
            return
        if glossary is not None and pair is not None and is_about(keys, glossary.glossary_id, pair):
            self._timer.start()

    def count_unpublished(self) -> None:
        """Show how many edits of the chosen glossary are unpublished."""
        if self.glossary is None or self._pair is None:
            self._jobs.cancel(JobKind.COUNT_UNPUBLISHED_EDITS)
            self._show_unpublished(0)
        else:
            self._jobs.start(
                JobKind.COUNT_UNPUBLISHED_EDITS,
                self.tr("Counting unpublished edits"),
                partial(self._count, self.glossary, self._pair),
            )

    async def _count(self, glossary: Glossary, pair: LanguagePair) -> None:
        self._show_unpublished(await self._unpublished.count(glossary.glossary_id, pair))

    def _show_unpublished(self, count: int) -> None:
        words = self.tr("%Ln unpublished edits are not used.", "", count)
        self.unpublished.setText(words if count else "")
        self.unpublished.setVisible(bool(count))
        can_open = bool(count or self._draft)
        if self.window().focusWidget() in (self.open_button, self.publish_button) and not can_open:
            # Qt would focus the next widget, which may be outside of the pane, even while another window is active.
            self.box.setFocus()
        self.open_button.setVisible(can_open)
        self.publish_button.setVisible(can_open)
        self.setVisible(bool(count or self.reason.text()))

    def ask_open(self) -> None:
        """Ask to show the dictionary in use."""
        if self.opened is not None and self._pair is not None:
            self.open_asked.emit(self.opened, self._pair)

    def ask_publish(self) -> None:
        """Ask to publish the dictionary in use."""
        if self.opened is not None and self._pair is not None:
            self.publish_asked.emit(self.opened, self._pair)
