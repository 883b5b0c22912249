"""Publishing as the Glossaries pane does it: planned, shown, sent, and told what came of it."""

from __future__ import annotations

from functools import partial

from termdesk.application.failures import EntriesRefused
from termdesk.application.glossaries.publishing.publish_plan import LostUpdate, PublishPlan, PublishReport
from termdesk.domain.errors import TermdeskError
from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
from termdesk.ui.glossaries.workspace import PaneSteps
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import JobProgress
from termdesk.ui.widgets.dialogs import answered


class PublishingSteps(PaneSteps):
    """One dictionary at a time; what others did on the service comes in before anything is sent."""

    def ask_publish(self) -> None:
        if self._pane.page is not None:
            self._jobs.start_with_progress(
                JobKind.PUBLISH,
                self.tr("Publishing"),
                partial(self._publish, self._pane.page),
                on_failure=self._show_refused,
            )

    def _show_refused(self, error: TermdeskError) -> None:
        """What the service refused by its entries is shown where these stand."""
        self._notices.fail(error)
        page = self._pane.page
        if isinstance(error, EntriesRefused) and page is not None and page.checks is not None:
            page.checks.show_refused(error.violations)

    async def _publish(self, page: DictionaryPage, progress: JobProgress) -> None:
        """Plan, show, send, read back."""
        from termdesk.ui.glossaries.publishing.publish_dialog import PublishDialog, ViolationsDialog

        # What was asked for before belongs to it, also where that takes a moment.
        await page.edits.settled()
        plan = await self._planned(page, progress)
        if plan is None:
            return
        if plan.violations:
            refusals = ViolationsDialog(self._pane, plan)
            if await answered(refusals) and (place := refusals.place()):
                page.show_cell(*place)
            return
        if not plan.can_be_published:
            self._notices.say(self.tr("Nothing to publish"), self.tr("The service holds exactly these entries."))
            return
        if not await answered(PublishDialog(self._pane, plan)):
            return
        dictionary, summary = page.dictionary, page.dictionary.draft.glossary_key
        # What is sent is read back and told, also where its page closes meanwhile.
        self._jobs.detach()
        report = await self._use_cases.publisher.publish(plan, progress)
        self._pane.published.emit(dictionary.draft.glossary_key)
        if page.is_open:
            page.show_published()
            if page.checks is not None:
                page.checks.accept()
        self._say_published(dictionary.name, report)
        if report.lost is not None:
            self._tell_lost(page, report, report.lost)
        await self._pane.read_library()
        draft = dictionary.draft
        if draft.glossary_key != summary and page is self._pane.page:
            # A draft stands in the library as another glossary once it is on the service.
            self._pane.select(draft.glossary_key, pair_text=str(dictionary.pair))

    async def _planned(self, page: DictionaryPage, progress: JobProgress) -> PublishPlan | None:
        """What others did on the service comes in first, and is planned anew; None where the user does not want it."""
        from termdesk.ui.glossaries.publishing.publish_dialog import MergeDialog

        plan = await self._use_cases.publisher.plan(page.dictionary, progress)
        while plan.needs_merge:
            merge = MergeDialog(self._pane, plan)
            if not await answered(merge):
                return None
            change = plan.incoming_change(merge.choices())
            await page.edits.apply_bulk_change(change, self.tr("Changes from the service"), progress)
            await self._use_cases.publisher.accept(plan)
            plan = await self._use_cases.publisher.plan(page.dictionary, progress)
        return plan

    def _say_published(self, name: str, report: PublishReport) -> None:
        from termdesk.ui.glossaries.publishing.publish_dialog import counts, window_words

        words = self.tr("{change}. Read back and compared: %Ln entries.", "", report.entry_count).format(
            change=counts(report.difference).capitalize()
        )
        words = f"{words} {window_words([report])}".strip()
        self._notices.say(self.tr("“{name}” is published").format(name=name), words, kind="good")
        if report.others_changed:
            self._notices.say(
                self.tr("Others changed it at the same time"),
                self.tr("Publish again: what they did is brought in then."),
                kind="warning",
            )

    def _tell_lost(self, page: DictionaryPage, report: PublishReport, lost: LostUpdate) -> None:
        """Others wrote while the call was on its way; what it overwrote can be brought back."""
        from termdesk.ui.glossaries.publishing.publish_dialog import lost_words

        title, text = lost_words(report)
        self._notices.say(
            title,
            text,
            kind="warning",
            action=self.tr("Bring it back"),
            on_action=lambda: self._ask_back(page, lost),
        )

    def _ask_back(self, page: DictionaryPage, lost: LostUpdate) -> None:
        if page.is_open:
            self._jobs.start(
                JobKind.RESTORE_OVERWRITTEN,
                self.tr("Bringing back what was overwritten"),
                partial(self._bring_back, page, lost),
            )
            return
        name = page.dictionary.name
        self._notices.say(
            self.tr("“{name}” is no longer open").format(name=name),
            self.tr("What was overwritten is in the bin, as “{name} (as others had it)”.").format(name=name),
        )

    async def _bring_back(self, page: DictionaryPage, lost: LostUpdate) -> None:
        name = page.dictionary.name
        await page.edits.settled()
        await page.edits.apply_bulk_change(
            lost.change(page.dictionary.entries), self.tr("What was overwritten"), JobProgress()
        )
        self._notices.say(
            self.tr("“{name}” holds again what others wrote").format(name=name),
            self.tr("Publish it, so that the service has it too."),
            kind="good",
        )
