"""A field below the translation that shows it translated back into the source language."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from termdesk.application.translation.translation import TextTranslator, TranslateRequest
from termdesk.application.usage.charges import BilledWork
from termdesk.application.usage.usage_monitor import UsageMonitor
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.shell.notices import Notices
from termdesk.ui.texts.cost_question import is_offer_due, may_send, show_money
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_buttons import text_button
from termdesk.ui.widgets.text_area import TextArea
from termdesk.ui.words.message_words import localize

_LINES_SHOWN = 3


class BackTranslation(QWidget):
    """The field is hidden until the current translation is translated back.

    Results are cached, so each is sent and billed once. If the service bills, the first request shows the cost, and the
    second one sends the text. A question about many characters shows the cost, too.
    """

    def __init__(
        self,
        translator: TextTranslator,
        *,
        usage_monitor: UsageMonitor,
        jobs: Jobs,
        notices: Notices,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._use_case = translator
        self._usage_monitor = usage_monitor
        self._jobs = jobs
        self._notices = notices
        # The cached back translations, by service and request.
        self._kept: dict[tuple[str, TranslateRequest], str] = {}
        self._request: TranslateRequest | None = None
        # Whether the cost of the first back translation is shown, and nothing is sent yet.
        self._is_offered = False
        self.text = TextArea("translate_back", self.tr("Back translation"))
        self.text.setReadOnly(True)
        self.text.setFixedHeight(self.text.fontMetrics().lineSpacing() * _LINES_SHOWN + 20)
        self.copy = text_button(
            "translate_back_copy", self.tr("Copy"), meaning=self.tr("Copy the back translation"), role="link"
        )
        self.again = text_button("translate_back_again", self.tr("Translate again"), role="link")
        self.again.hide()
        self.again.clicked.connect(self._translate_again)
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.text.toPlainText()))
        # Below the link that sends.
        self.cost = PlainLabel(wraps=True).stand_at_end()
        self.cost.setObjectName("translate_back_cost")
        self.cost.hide()
        head = QHBoxLayout()
        caption = PlainLabel(self.tr("Back translation"), tone="muted")
        caption.setBuddy(self.text)
        head.addWidget(caption, 1)
        head.addWidget(self.again)
        head.addWidget(self.copy)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self.cost)
        column.addWidget(self.text)
        self.hide()

    def forget(self) -> None:
        """Drop the cached back translations, because the translation is new."""
        self._kept.clear()

    def show_for(self, request: TranslateRequest | None) -> None:
        """Show the back translation for a request, if there is one."""
        if request != self._request:
            self._withdraw_offer()
        self._request = request
        text = self._kept.get((self._use_case.service, request)) if request is not None else None
        if text is not None and request is not None and text != self.text.toPlainText():
            self.text.setPlainText(text)
            self.text.set_language(request.target)
        if text is not None and self._is_offered:
            self._withdraw_offer()
        self.text.setVisible(text is not None)
        self.copy.setVisible(text is not None)
        self.setVisible(text is not None or self._is_offered)

    def translate(self) -> None:
        """Translate back, once its cost was shown.

        If the result is already shown, only offer to translate again.
        """
        if self._request is None:
            return
        if self.isHidden() or self._is_offered:
            self._start(self._request, is_cost_shown=self._is_offered)
        else:
            characters = self._use_case.cost(self._request)
            self._offer(self.tr("Translate back again (%Ln characters)", "", characters), characters)

    def _offer_first(self, characters: int) -> None:
        """Offer the first back translation for its cost."""
        self._is_offered = True
        self._offer(self.tr("Translate back (%Ln characters)", "", characters), characters)
        self.show_for(self._request)

    def _offer(self, title: str, characters: int) -> None:
        """Offer to translate back for its cost. If a cap forbids it, show the reason instead."""
        self.again.setText(title)
        self.again.setAccessibleName(title)
        outlook = self._usage_monitor.outlook(characters)
        show_money(self.cost, outlook)
        self.again.setVisible(outlook.refusal is None)

    def _withdraw_offer(self) -> None:
        self._is_offered = False
        self.again.hide()
        self.cost.hide()

    def _translate_again(self) -> None:
        if self._request is not None:
            self._withdraw_offer()
            self._start(self._request, is_cost_shown=True)

    def _start(self, request: TranslateRequest, *, is_cost_shown: bool) -> None:
        work = partial(self._translate, request, is_cost_shown=is_cost_shown)
        self._jobs.start(JobKind.TRANSLATE_BACK, self.tr("Translating back"), work)

    async def _translate(self, request: TranslateRequest, *, is_cost_shown: bool) -> None:
        service, gate, characters = self._use_case.service, self._use_case.cost_gate, self._use_case.cost(request)
        if not is_cost_shown and await is_offer_due(gate, characters):
            if request == self._request:
                self._offer_first(characters)
            return
        if not await may_send(self, gate, characters):
            return
        result = await self._use_case.translate(request, work=BilledWork.BACK_TRANSLATION)
        self._kept[service, request] = result.text
        for note in result.notes:
            self._notices.say(localize(note), kind="warning")
        self.show_for(self._request)
        self._jobs.start(JobKind.REFRESH_USAGE, self.tr("Updating the usage"), self._usage_monitor.refresh)
