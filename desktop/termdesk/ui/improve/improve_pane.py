"""A text and its better version, with what differs marked in both."""

from __future__ import annotations

import json

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QHBoxLayout,
    QPushButton,
    QRadioButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from termdesk import resources
from termdesk.application.improving import ImprovementResult, ImproveOptions, ImproveRequest, Improving
from termdesk.application.metering import Metering
from termdesk.domain.amounts import amount
from termdesk.domain.errors import TermdeskError
from termdesk.domain.language import Language
from termdesk.domain.text_diff import Kind
from termdesk.domain.texts import MAX_IMPROVE_BODY_BYTES, Improve
from termdesk.ui import theme
from termdesk.ui.actions import Actions
from termdesk.ui.jobs import Jobs
from termdesk.ui.language_box import LanguageBox
from termdesk.ui.main_window import Remembered
from termdesk.ui.meter import Meter
from termdesk.ui.notices import Notices
from termdesk.ui.pane import Pane
from termdesk.ui.plain import PlainLabel
from termdesk.ui.text_area import Mark, TextArea

IMPROVING = "Improving"
LISTING = "Reading languages for improving"
MILLISECONDS_TO_DRAFT = 500


class ImprovePane(Pane):
    """Rephrases or corrects by Ctrl+Enter. Style and tone are offered only where the service has them, never both."""

    name = "improve"
    icon_name = "improve"

    def __init__(
        self,
        *,
        improving: Improving,
        metering: Metering,
        remembered: Remembered,
        jobs: Jobs,
        notices: Notices,
        actions: Actions,
    ) -> None:
        super().__init__(actions)
        self.title = self.tr("Improve")
        self._use = improving
        self._metering = metering
        self._remembered = remembered
        self._jobs = jobs
        self._notices = notices
        self._has_languages = False
        self._make_widgets()
        self._lay_out()
        self._connect()
        self.source.setPlainText(str(self._remembered.get("improve_text", "")))
        self._show_options(ImproveOptions())
        self._show_size()

    def _make_widgets(self) -> None:
        self.language = LanguageBox("improve_language", self.tr("Language of the text"))
        self.rephrase = QRadioButton(self.tr("Rephrase"))
        self.correct = QRadioButton(self.tr("Correct only"))
        self.how = QButtonGroup(self)
        for button, name, words in (
            (self.rephrase, "improve_rephrase", self.tr("Rephrase: correct, and reword what is wordy")),
            (self.correct, "improve_correct", self.tr("Correct: spelling and grammar only")),
        ):
            button.setObjectName(name)
            button.setAccessibleName(words)
            self.how.addButton(button)
        self.correct.setChecked(True)
        self.manner = QComboBox()
        self.manner.setObjectName("improve_manner")
        self.manner.setAccessibleName(self.tr("Style or tone"))
        self.manner_reason = PlainLabel(tone="muted", wraps=True)
        self.manner_reason.setObjectName("improve_manner_reason")
        self.source = TextArea("improve_source", self.tr("Text to improve"))
        self.source.setPlaceholderText(self.tr("Write or paste a text, then press Ctrl+Enter."))
        self.result = TextArea("improve_result", self.tr("Improved text"))
        self.result.setPlaceholderText(self.tr("The improved text appears here, with what was changed marked."))
        self.run_button = QPushButton(self.tr("Improve"))
        self.run_button.setObjectName("improve_run")
        self.run_button.setAccessibleName(self.tr("Improve"))
        self.run_button.setProperty("role", "primary")
        self.size_meter = Meter("improve_size", self.tr("Size of the request"), width=120)
        self.report = PlainLabel(tone="muted", wraps=True)
        self.report.setObjectName("improve_report")
        self.copy = QPushButton(self.tr("Copy"))
        self.copy.setObjectName("improve_copy")
        self.copy.setAccessibleName(self.tr("Copy the improved text"))
        self.take = QPushButton(self.tr("Use as text"))
        self.take.setObjectName("improve_take")
        self.take.setAccessibleName(self.tr("Take the improved text over as the text; undo brings the old one back"))

    def _lay_out(self) -> None:
        heading = PlainLabel(self.title)
        theme.make_heading(heading)
        line = QHBoxLayout()
        line.setSpacing(12)
        line.addWidget(self.language, 1)
        line.addWidget(self.correct)
        line.addWidget(self.rephrase)
        line.addWidget(self.manner)
        line.addStretch(1)
        line.addWidget(self.run_button)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self.report, 1)
        foot.addWidget(self.take)
        foot.addWidget(self.copy)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setObjectName("improve_splitter")
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(12)
        # As high as the buttons on the other side, so that both texts end on one line.
        self.size_meter.setMinimumHeight(self.copy.sizeHint().height())
        for area, below in ((self.source, self.size_meter), (self.result, foot)):
            side = QWidget()
            column = QVBoxLayout(side)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(6)
            column.addWidget(area, 1)
            if isinstance(below, QWidget):
                column.addWidget(below)
            else:
                column.addLayout(below)
            self.splitter.addWidget(side)
        page = QVBoxLayout(self)
        page.setContentsMargins(16, 12, 16, 8)
        page.setSpacing(8)
        page.addWidget(heading)
        page.addLayout(line)
        page.addWidget(self.manner_reason)
        page.addWidget(self.splitter, 1)

    def _connect(self) -> None:
        self._draft = QTimer(self)
        self._draft.setSingleShot(True)
        self._draft.setInterval(MILLISECONDS_TO_DRAFT)
        self._draft.timeout.connect(self._keep_draft)
        self.source.textChanged.connect(self._on_text)
        self.result.textChanged.connect(self._show_possible)
        self.language.chosen.connect(self._on_language)
        self.how.buttonToggled.connect(lambda: self._show_size())
        self.rephrase.toggled.connect(self._show_manner_allowed)
        self.manner.currentIndexChanged.connect(lambda: self._show_size())
        self.run_button.clicked.connect(self.run)
        self.copy.clicked.connect(self.copy_result)
        self.take.clicked.connect(self.take_over)
        self.bind(
            {
                "run": self.run,
                "copy_result": self.copy_result,
                "clear_texts": self.clear_texts,
                "refresh": self.service_changed,
            }
        )
        self._show_possible()

    # The service

    def first_focus(self) -> QWidget:
        return self.source

    def shown(self) -> None:
        if not self._has_languages:
            self.service_changed()

    def service_changed(self) -> None:
        """Another service, or the same one with other languages: read them."""
        self._jobs.start(LISTING, self._list_languages())

    async def _list_languages(self) -> None:
        self._show_languages(await self._use.languages(refresh=True))
        await self._list_options()

    def _show_languages(self, languages: list[Language]) -> None:
        last = str(self._remembered.get("improve_language", "en-US"))
        self.language.show_languages([(each.code, each.name) for each in languages])
        if not self._has_languages and languages:
            self._has_languages = True
            self.language.choose(last)
        reason = self._use.unavailable_reason()
        if not languages:
            reason = reason or self.tr("This service improves no texts at the moment.")
        self._say(reason, tone="warning" if reason else "muted")
        self._show_possible()

    def _on_language(self) -> None:
        self.source.set_language(self.language.code)
        self.result.set_language(self.language.code)
        if self._has_languages:
            self._remembered.set("improve_language", self.language.code)
            self._jobs.start("Reading styles", self._list_options())
        self._show_possible()

    async def _list_options(self) -> None:
        if self.language.code:
            self._show_options(await self._use.options(self.language.code))

    def _show_options(self, options: ImproveOptions) -> None:
        """One list for style and tone, since only one of them may be asked for."""
        self.manner.clear()
        self.manner.addItem(self.tr("No style or tone"), ("", ""))
        for style in options.writing_styles:
            self.manner.addItem(self.tr("Style: {name}").format(name=style), (style, ""))
        for tone in options.tones:
            self.manner.addItem(self.tr("Tone: {name}").format(name=tone), ("", tone))
        has_any = self.manner.count() > 1
        self.manner.setVisible(has_any)
        self.manner_reason.setText("" if has_any else self.tr("This service has no styles or tones for this language."))
        self.manner_reason.setVisible(not has_any and self._has_languages)
        self._show_manner_allowed()

    def _show_manner_allowed(self) -> None:
        self.manner.setEnabled(self.rephrase.isChecked())

    # Improving

    def request(self) -> ImproveRequest:
        style, tone = self.manner.currentData() or ("", "")
        is_rephrase = self.rephrase.isChecked()
        return ImproveRequest(
            self.source.toPlainText(),
            self.language.code,
            Improve.REPHRASE if is_rephrase else Improve.CORRECT,
            writing_style=style or None if is_rephrase else None,
            tone=tone or None if is_rephrase else None,
        )

    def run(self) -> None:
        if self.run_button.isEnabled():
            self._say(self.tr("Improving…"))
            self._jobs.start(IMPROVING, self._improve(), on_failure=self._show_failure)

    async def _improve(self) -> None:
        self._show_result(await self._use.improve(self.request()))
        await self._metering.read()

    def _show_failure(self, error: TermdeskError) -> None:
        self._say(self.tr("Not improved."), tone="problem")
        self._notices.fail(error)

    def _show_result(self, result: ImprovementResult) -> None:
        self.result.setPlainText(result.text)
        removed = {Kind.DELETED, Kind.REPLACED}
        added = {Kind.INSERTED, Kind.REPLACED}
        before, after = result.request.text, result.text
        self.source.show_marks(
            [
                Mark(each.before_start, each.before_end, "removed", f"{self.tr('deleted')}: {_cut(before, each[1:3])}")
                for each in result.pieces
                if each.kind in removed
            ]
        )
        self.result.show_marks(
            [
                Mark(each.after_start, each.after_end, "added", f"{self.tr('inserted')}: {_cut(after, each[3:5])}")
                for each in result.pieces
                if each.kind in added
            ]
        )
        changes = sum(each.kind is not Kind.EQUAL for each in result.pieces)
        parts = [
            amount(changes, self.tr("1 change"), self.tr("{count} changes"))
            if changes
            else self.tr("Nothing to improve was found")
        ]
        parts.append(amount(result.estimated, self.tr("1 character counted"), self.tr("{count} characters counted")))
        if result.report.engines:
            parts.append(", ".join(result.report.engines))
        self._say(" · ".join(parts))
        for note in result.notes:
            self._notices.say(note, kind="warning")
        self._show_possible()

    def _say(self, words: str, *, tone: str = "muted") -> None:
        self.report.setText(words)
        self.report.set_tone(tone)

    # Smaller things

    def copy_result(self) -> None:
        QGuiApplication.clipboard().setText(self.result.toPlainText())

    def take_over(self) -> None:
        """Put the improved text in place of the old one, as one step that the field's undo takes back."""
        text = self.result.toPlainText()
        cursor = self.source.textCursor()
        cursor.select(cursor.SelectionType.Document)
        cursor.insertText(text)
        self.result.clear()
        self._say("")

    def clear_texts(self) -> None:
        self.source.clear()
        self.result.clear()
        self._say("")

    def _on_text(self) -> None:
        self._draft.start()
        if self.source.marks:
            self.source.show_marks([])
            self.result.show_marks([])
        self._show_size()
        self._show_possible()

    def _show_size(self) -> None:
        """Bytes of the very request that would be sent, against the 10 KiB that one may have."""
        size = self._use.size(self.request())
        words = self.tr("{size} of {limit} bytes").format(size=f"{size:,}", limit=f"{MAX_IMPROVE_BODY_BYTES:,}")
        self.size_meter.show_amount(words, size / MAX_IMPROVE_BODY_BYTES)

    def _show_possible(self) -> None:
        has_text = bool(self.source.toPlainText().strip())
        has_result = bool(self.result.toPlainText())
        can_run = has_text and bool(self.language.code)
        self.run_button.setEnabled(can_run)
        self.copy.setEnabled(has_result)
        self.take.setEnabled(has_result)
        self.allow(run=can_run, copy_result=has_result, clear_texts=has_text)

    # Drafts

    def _keep_draft(self) -> None:
        self._remembered.set("improve_text", self.source.toPlainText())
        self._remembered.save()

    async def may_close(self) -> bool:
        self._keep_draft()
        return True

    async def show_sample(self) -> None:
        await self._list_languages()
        sample = json.loads(resources.read_text("samples/texts.json"))["improve"][0]
        self.language.choose(sample["language"])
        self.source.setPlainText(sample["text"])
        self.rephrase.setChecked(True)
        await self._improve()


def _cut(text: str, span: tuple[int, int]) -> str:
    return text[span[0] : span[1]][:60]
