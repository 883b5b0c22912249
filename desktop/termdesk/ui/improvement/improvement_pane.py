"""A text and its better version, with what differs marked in both."""

from __future__ import annotations

import json
from functools import partial

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
from shiboken6 import isValid

from termdesk import resources
from termdesk.application.improvement.improvement import ImprovementResult, ImproveOptions, ImproveRequest, Improving
from termdesk.application.request_changes import RequestPart, changes_of_improvement
from termdesk.application.texts.history import KeptText
from termdesk.application.usage.usage_monitor import UsageMonitor
from termdesk.domain.errors import TermdeskError
from termdesk.domain.language.language import Language
from termdesk.domain.pluralize import pluralize
from termdesk.domain.similarity.text_diff import Kind
from termdesk.domain.texts import MAX_IMPROVE_BODY_BYTES, Improve
from termdesk.ui.shell.actions import Actions
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.shell.main_window import Remembered
from termdesk.ui.shell.notices import Notices
from termdesk.ui.shell.pane import Pane
from termdesk.ui.texts.even_feet import EvenFeet, Foot
from termdesk.ui.texts.history_button import history_button
from termdesk.ui.texts.outdated_line import OutdatedLine
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.language_box import LanguageBox
from termdesk.ui.widgets.meter import Meter
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.text_area import Mark, TextArea

MILLISECONDS_TO_DRAFT = 500


class ImprovePane(Pane):
    """Rephrases or corrects by Ctrl+Enter. Style and tone are offered only where the service has them, never both."""

    name = "improve"
    icon_name = "improve"

    def __init__(
        self,
        *,
        improving: Improving,
        usage_monitor: UsageMonitor,
        remembered: Remembered,
        jobs: Jobs,
        notices: Notices,
        actions: Actions,
    ) -> None:
        super().__init__(actions)
        self.title = self.tr("Improve")
        self._use = improving
        self._usage_monitor = usage_monitor
        self._remembered = remembered
        self._jobs = jobs
        self._notices = notices
        self._result: ImprovementResult | None = None
        self._made_by = ""
        self._is_report_of_result = False
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
        self.cost = PlainLabel(tone="warning", wraps=True)
        self.cost.setObjectName("improve_cost")
        self.cost.hide()
        self.report = PlainLabel(tone="muted", wraps=True)
        self.report.setObjectName("improve_report")
        self.outdated = OutdatedLine("improve_outdated")
        self.copy = QPushButton(self.tr("Copy"))
        self.copy.setObjectName("improve_copy")
        self.copy.setAccessibleName(self.tr("Copy the improved text"))
        self.history = history_button("improve_history", self.window_actions["text_history"])
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
        # As high as the buttons on the other side, so that both lines of words have one height.
        self.size_meter.setMinimumHeight(self.copy.sizeHint().height())
        size = QHBoxLayout()
        size.setSpacing(12)
        size.addWidget(self.size_meter)
        size.addWidget(self.cost, 1)
        size.addStretch(0)
        source_foot, result_foot = Foot(), Foot()
        result_foot.column.addWidget(self.outdated)
        for area, below, line_below in ((self.source, source_foot, size), (self.result, result_foot, foot)):
            below.column.addStretch(1)
            below.column.addLayout(line_below)
            side = QWidget()
            column = QVBoxLayout(side)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(6)
            column.addWidget(area, 1)
            column.addWidget(below)
            self.splitter.addWidget(side)
        EvenFeet(source_foot, result_foot, parent=self)
        page = QVBoxLayout(self)
        page.setContentsMargins(16, 12, 16, 8)
        page.setSpacing(8)
        head = QHBoxLayout()
        head.addWidget(heading, 1)
        head.addWidget(self.history)
        page.addLayout(head)
        page.addLayout(line)
        page.addWidget(self.manner_reason)
        page.addWidget(self.splitter, 1)

    def _connect(self) -> None:
        self._draft = QTimer(self)
        self._draft.setSingleShot(True)
        self._draft.setInterval(MILLISECONDS_TO_DRAFT)
        self._draft.timeout.connect(self.keep_draft)
        self.source.textChanged.connect(self._on_text)
        self.result.textChanged.connect(self._look_whether_outdated)
        self.outdated.changed.connect(self._show_whether_outdated)
        self.language.chosen.connect(self._on_language)
        self.how.buttonToggled.connect(lambda: self._on_manner())
        self.rephrase.toggled.connect(self._show_manner_allowed)
        self.manner.currentIndexChanged.connect(lambda: self._on_manner())
        self.run_button.clicked.connect(self.run)
        self.copy.clicked.connect(self.copy_result)
        self.take.clicked.connect(self.take_over)
        self.bind(
            {
                "run": self.run,
                "copy_result": self.copy_result,
                "take_result": self.take_over,
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
        self._jobs.start(
            JobKind.LIST_IMPROVEMENT_LANGUAGES, self.tr("Reading languages for improving"), self._list_languages
        )

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
            reason = reason or self.tr("This service offers no text improvement right now.")
        if reason or not self._is_report_of_result:
            self._say(reason, tone="warning" if reason else "muted")
        self._show_offered()
        self._look_whether_outdated()

    def _show_offered(self) -> None:
        """Take away what the service turned out not to have, and say so."""
        offered = {how: self._use.is_offered(how) for how in Improve}
        for button, how, other in (
            (self.correct, Improve.CORRECT, self.rephrase),
            (self.rephrase, Improve.REPHRASE, self.correct),
        ):
            button.setVisible(offered[how])
            if button.isChecked() and not offered[how]:
                other.setChecked(True)
        if not any(offered.values()):
            self._say(self.tr("Not improved: this service improves no texts."), tone="problem")
        elif not offered[Improve.CORRECT]:
            self._say(self.tr("Not improved: this service only rephrases."), tone="problem")
        elif not offered[Improve.REPHRASE]:
            self._say(self.tr("Not improved: this service only corrects."), tone="problem")

    def _on_language(self) -> None:
        self.source.set_language(self.language.code)
        if not self.result.toPlainText():
            self.result.set_language(self.language.code)
        if self._has_languages:
            self._remembered.set("improve_language", self.language.code)
            self._jobs.start(JobKind.LIST_STYLES, self.tr("Reading styles"), self._list_options)
        self._look_whether_outdated()

    async def _list_options(self) -> None:
        if self.language.code:
            self._show_options(await self._use.options(self.language.code))
            await self._use.prepare(self.language.code)

    def _show_options(self, options: ImproveOptions) -> None:
        """One list for style and tone, since only one of them may be asked for."""
        chosen = self.manner.currentData()
        self.manner.blockSignals(True)
        self.manner.clear()
        self.manner.addItem(self.tr("No style or tone"), ("", ""))
        for style in options.writing_styles:
            self.manner.addItem(self.tr("Style: {name}").format(name=style), (style, ""))
        for tone in options.tones:
            self.manner.addItem(self.tr("Tone: {name}").format(name=tone), ("", tone))
        self.manner.setCurrentIndex(max(0, self._place_of_manner(chosen)))
        self.manner.blockSignals(False)
        has_any = self.manner.count() > 1
        self.manner.setVisible(has_any)
        self.manner_reason.setText("" if has_any else self.tr("This service has no styles or tones for this language."))
        self.manner_reason.setVisible(not has_any and self._has_languages)
        self._show_manner_allowed()
        self._on_manner()

    def _place_of_manner(self, wanted: tuple[str, str] | None) -> int:
        places = range(self.manner.count())
        return next((place for place in places if self.manner.itemData(place) == wanted), 0)

    def _on_manner(self) -> None:
        self._show_size()
        self._look_whether_outdated()

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
            request = self.request()
            task = self._jobs.start(
                JobKind.IMPROVE, self.tr("Improving"), partial(self._improve, request), on_failure=self._show_failure
            )
            task.add_done_callback(lambda ended: self._show_cancelled(request) if ended.cancelled() else None)

    async def _improve(self, request: ImproveRequest) -> None:
        service = self._use.service
        self._show_result(await self._use.improve(request), service)
        # A job of its own: the result is there, whatever becomes of the usage.
        self._jobs.start(JobKind.REFRESH_USAGE, self.tr("Updating the usage"), self._usage_monitor.refresh)

    def _show_cancelled(self, request: ImproveRequest) -> None:
        """Say what became of a job that was cancelled, unless another one took its place."""
        if not isValid(self) or self._jobs.is_running(JobKind.IMPROVE):
            return
        if self._use.is_under_way(request):
            self._say(
                self.tr("Cancelled. The text was already sent and may be charged; Improve waits for its answer."),
                tone="warning",
            )
        else:
            self._say(self.tr("Cancelled. Nothing was sent."))

    def _show_failure(self, error: TermdeskError) -> None:
        self._say(self.tr("Not improved."), tone="problem")
        self._notices.fail(error)
        self._show_offered()
        self._show_possible()
        # It may have been charged all the same.
        self._jobs.start(JobKind.REFRESH_USAGE, self.tr("Updating the usage"), self._usage_monitor.refresh)

    def _show_result(self, result: ImprovementResult, service: str) -> None:
        """Show a result, which may be outdated already: its request was sent some time ago."""
        self._result, self._made_by = result, service
        self.result.setPlainText(result.text)
        self.result.set_language(result.request.target)
        self.outdated.show_changes(())
        self._tell(result)
        for note in result.notes:
            self._notices.say(note, kind="warning")
        self._look_whether_outdated()

    def _tell(self, result: ImprovementResult) -> None:
        """What is said of a result while it belongs to the text."""
        self._show_differences(result)
        is_in_vain = result.is_only_corrected or (result.is_unchanged and result.request.how is Improve.REPHRASE)
        tone = "warning" if is_in_vain else "good" if result.is_unchanged else "muted"
        self._say(" · ".join(self._report_parts(result)), tone=tone, is_of_result=True)

    def _show_differences(self, result: ImprovementResult) -> None:
        removed = {Kind.DELETED, Kind.REPLACED}
        added = {Kind.INSERTED, Kind.REPLACED}
        before, after = result.request.text, result.text
        self.source.show_marks(
            [
                Mark(each.before_start, each.before_end, "removed", f"{self.tr('deleted')}: {_cut(before, each[1:3])}")
                for each in result.chunks
                if each.kind in removed
            ]
        )
        if self.result.toPlainText() != result.text:
            # It was edited by hand: the places in it are no longer those of the changes.
            return
        self.result.show_marks(
            [
                Mark(each.after_start, each.after_end, "added", f"{self.tr('inserted')}: {_cut(after, each[3:5])}")
                for each in result.chunks
                if each.kind in added
            ]
        )

    def _report_parts(self, result: ImprovementResult) -> list[str]:
        parts = [self._outcome(result)]
        parts.append(pluralize(result.estimated, self.tr("1 character counted"), self.tr("{count} characters counted")))
        if result.report.engines:
            parts.append(", ".join(result.report.engines))
        return parts

    def _outcome(self, result: ImprovementResult) -> str:
        is_rephrase = result.request.how is Improve.REPHRASE
        if result.is_unchanged and is_rephrase:
            return self.tr("The text came back unchanged: nothing was corrected and nothing reworded")
        if result.is_unchanged:
            return self.tr("The text came back unchanged: nothing was found to correct")
        changes = sum(each.kind is not Kind.EQUAL for each in result.chunks)
        if result.is_only_corrected:
            return pluralize(
                changes,
                self.tr("1 change, the same as by “Correct only”: nothing was reworded"),
                self.tr("{count} changes, the same as by “Correct only”: nothing was reworded"),
            )
        return pluralize(changes, self.tr("1 change"), self.tr("{count} changes"))

    # Whether the result still belongs to the text and to what is chosen

    def _changes(self) -> frozenset[RequestPart]:
        if self._result is None or not self.result.toPlainText():
            return frozenset()
        parts = changes_of_improvement(self._result.request, self.request())
        return parts | {RequestPart.SERVICE} if self._made_by != self._use.service else parts

    def _look_whether_outdated(self) -> None:
        self.outdated.show_changes(self._changes())
        self._show_possible()

    def _show_whether_outdated(self, is_outdated: bool) -> None:
        """Take back what was said of an outdated result, and say it again when it belongs to the text again."""
        self.result.set_outdated(is_outdated)
        if not is_outdated:
            if self._result is not None and not self._jobs.is_running(JobKind.IMPROVE):
                self._tell(self._result)
            return
        self.source.show_marks([])
        self.result.show_marks([])
        if self._is_report_of_result:
            self._say("")

    def _say(self, words: str, *, tone: str = "muted", is_of_result: bool = False) -> None:
        self._is_report_of_result = is_of_result
        self.report.setText(words)
        self.report.set_tone(tone)

    # Smaller things

    def open_text(self, text: KeptText, how: Improve) -> None:
        """Take a text of the history in, with its result; the field's undo brings back what was there."""
        self._jobs.cancel(JobKind.IMPROVE)
        self._result = None
        self.source.replace_text(text.source)
        self.result.setPlainText(text.result)
        self._jobs.start(JobKind.OPEN_TEXT, self.tr("Opening a text"), partial(self._reopen, text, how))

    async def _reopen(self, text: KeptText, how: Improve) -> None:
        if not self._has_languages:
            await self._list_languages()
        self.language.choose(text.target_language)
        (self.rephrase if how is Improve.REPHRASE else self.correct).setChecked(True)
        self.manner.setCurrentIndex(0)
        self._show_result(self._use.reopened(text, how), self._use.service)

    def copy_result(self) -> None:
        QGuiApplication.clipboard().setText(self.result.toPlainText())

    def take_over(self) -> None:
        """Put the improved text in place of the old one, as one step that the field's undo takes back."""
        if not self.take.isEnabled():
            return
        text = self.result.toPlainText()
        self._result = None
        self.source.replace_text(text)
        self.result.clear()
        self._say("")

    def clear_texts(self) -> None:
        self._result = None
        self.source.clear()
        self.result.clear()
        self._say("")

    def _on_text(self) -> None:
        self._draft.start()
        if self.source.marks and (self._result is None or self._result.request.text != self.source.toPlainText()):
            self.source.show_marks([])
            self.result.show_marks([])
        self._show_size()
        self._look_whether_outdated()

    def _show_size(self) -> None:
        """Bytes of the very request that would be sent, against the 10 KiB that one may have."""
        size = self._use.size(self.request())
        words = self.tr("{size} of {limit} bytes").format(size=f"{size:,}", limit=f"{MAX_IMPROVE_BODY_BYTES:,}")
        self.size_meter.show_count(words, size / MAX_IMPROVE_BODY_BYTES)
        self.usage_changed()

    def usage_changed(self) -> None:
        """Warn where the text takes much of what is left, before it is sent."""
        warning = self._usage_monitor.warning_for(self._use.estimate(self.source.toPlainText()))
        self.cost.setText(warning)
        self.cost.setVisible(bool(warning))

    def _show_possible(self) -> None:
        has_text = bool(self.source.toPlainText().strip())
        has_result = bool(self.result.toPlainText())
        is_offered = any(self._use.is_offered(how) for how in Improve)
        can_run = has_text and bool(self.language.code) and is_offered
        self.run_button.setEnabled(can_run)
        self.copy.setEnabled(has_result)
        is_other = self.result.toPlainText() != self.source.toPlainText()
        can_take = has_result and is_other and not self.outdated.is_outdated
        self.take.setEnabled(can_take)
        self.allow(run=can_run, copy_result=has_result, take_result=can_take, clear_texts=has_text or has_result)

    # Drafts

    def keep_draft(self) -> None:
        """Keep the unfinished text for the next start, or take it off the disk where texts are not kept."""
        self._remembered.set("improve_text", self.source.toPlainText() if self._use.keeps_texts else "")
        self._remembered.save()

    async def may_close(self) -> bool:
        self.keep_draft()
        return True

    async def show_sample(self) -> None:
        await self._list_languages()
        sample = json.loads(resources.read_text("samples/texts.json"))["improve"][0]
        self.language.choose(sample["language"])
        self.source.setPlainText(sample["text"])
        self.rephrase.setChecked(True)
        await self._improve(self.request())


def _cut(text: str, span: tuple[int, int]) -> str:
    return text[span[0] : span[1]][:60]
