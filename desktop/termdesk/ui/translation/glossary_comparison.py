"""Compares the translations of a text with and without the glossary: one is shown, the other is kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from termdesk.application.translation.translation import TextTranslator, TranslationResult
from termdesk.application.usage.usage_monitor import UsageMonitor
from termdesk.domain.similarity.text_diff import compare
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.shell.notices import Notices
from termdesk.ui.texts.cost_question import is_offer_due, may_send, show_money
from termdesk.ui.texts.difference_marks import describe_inserted, mark_added
from termdesk.ui.widgets.plain import PlainLabel, set_tooltip
from termdesk.ui.widgets.text_area import TextArea, TextMark
from termdesk.ui.words.message_words import localize


@dataclass(frozen=True, slots=True)
class Version:
    """A translation, and its text with the user's corrections."""

    result: TranslationResult
    text: str


class GlossaryComparison(QPushButton):
    """The button that shows the other version. `other` holds it once it exists.

    `exchanged` is sent with the version to show in `field`. If the service bills, the first press shows the cost of the
    other version, in the button and in `cost`, and the second one sends the text. A question about many characters
    shows the cost, too.
    """

    exchanged = Signal(object)

    def __init__(
        self,
        translator: TextTranslator,
        field: TextArea,
        *,
        usage_monitor: UsageMonitor,
        jobs: Jobs,
        notices: Notices,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.other: Version | None = None
        self._use_case = translator
        self._field = field
        self._usage_monitor = usage_monitor
        self._jobs = jobs
        self._notices = notices
        self._shown: TranslationResult | None = None
        # Whether the cost of the other version is shown, and nothing is sent yet.
        self._is_offered = False
        self.cost = PlainLabel(parent=parent, wraps=True).stand_at_end()
        self.cost.setObjectName("translate_compare_cost")
        self.cost.hide()
        self.setObjectName("translate_compare")
        self.setProperty("role", "link")
        self.limit("")
        self.clicked.connect(self.compare)
        self.hide()

    def limit(self, reason: str) -> None:
        """Disable the button, with the reason in its tooltip. Without a reason it is enabled."""
        self.setEnabled(not reason)
        set_tooltip(self, reason or self.tr("The same text with or without the glossary (Ctrl+Shift+G)"))

    def forget(self) -> None:
        """Drop the other version, because there is a new result."""
        self._jobs.cancel(JobKind.COMPARE_GLOSSARY)
        self.other = None

    def show_for(self, shown: TranslationResult | None) -> None:
        """Offer the other version of the shown result; None if there can be none."""
        if shown is not self._shown or self.other is not None:
            self._is_offered = False
            self.cost.hide()
        self._shown = shown
        if not self._is_offered:
            is_plain = shown is not None and shown.request.glossary is None
            self._name(self.tr("Show with the glossary") if is_plain else self.tr("Show without the glossary"))
        self.setVisible(shown is not None)

    def compare(self) -> None:
        """Switch between the translations with and without the glossary. The latter is translated on first use."""
        if self._shown is not None and self.other is not None:
            self._exchange(self._shown, self.other)
        elif self._shown is not None:
            work = partial(self._translate, self._shown, is_cost_shown=self._is_offered)
            self._jobs.start(JobKind.COMPARE_GLOSSARY, self.tr("Translating without the glossary"), work)

    def _offer(self, characters: int) -> None:
        """Show what the other version costs."""
        self._is_offered = True
        self._name(self.tr("Show without the glossary (%Ln characters)", "", characters))
        show_money(self.cost, self._usage_monitor.outlook(characters))

    def _name(self, words: str) -> None:
        self.setText(words)
        self.setAccessibleName(words)

    async def _translate(self, result: TranslationResult, *, is_cost_shown: bool) -> None:
        """Translate the text of `result` without the glossary, once its cost was shown."""
        characters = self._use_case.cost(replace(result.request, glossary=None))
        if not is_cost_shown and await is_offer_due(self._use_case.cost_gate, characters):
            if result is self._shown:
                self._offer(characters)
            return
        title = self.tr("Send %Ln characters once more?", "", characters)
        if not await may_send(self, self._use_case.cost_gate, characters, title=title):
            return
        plain = await self._use_case.translate_without_glossary(result)
        self.other = Version(plain, plain.text)
        for note in plain.notes:
            self._notices.say(localize(note), kind="warning")
        if result is self._shown:
            self._exchange(result, self.other)
        self._jobs.start(JobKind.REFRESH_USAGE, self.tr("Updating the usage"), self._usage_monitor.refresh)

    def _exchange(self, shown: TranslationResult, other: Version) -> None:
        """Emit the other version, and keep the shown one with its corrections."""
        self.other = Version(shown, self._field.toPlainText())
        self.exchanged.emit(other)

    def add_marks(self, terms: Sequence[TextMark], text: str) -> list[TextMark]:
        """Return the marks of terms, and those of words outside terms that only this version has."""
        if self.other is None:
            return list(terms)
        different = mark_added(text, compare(self.other.text, text))
        return [*terms, *(part for mark in different for part in _outside(terms, mark, text))]


def _outside(terms: Sequence[TextMark], mark: TextMark, text: str) -> Iterator[TextMark]:
    """Return the parts of a mark that are outside terms."""
    start = mark.start
    for term in (*sorted(terms, key=lambda each: each.start), TextMark(mark.end, mark.end, "")):
        if term.end <= start or term.start > mark.end:
            continue
        words = text[start : term.start].strip()
        if words:
            begin = text.index(words, start)
            yield TextMark(begin, begin + len(words), mark.kind, describe_inserted(words))
        start = term.end
