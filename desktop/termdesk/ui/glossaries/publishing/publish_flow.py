"""The flow of publishing any number of dictionaries together: plan, preview, send, and show the result."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from shiboken6 import isValid

from termdesk.application.diagnosis import FailureKind
from termdesk.application.failures import AWAY, EntriesRefused, cause_of
from termdesk.application.glossaries.summaries import LibraryItem, select_dictionaries
from termdesk.domain.errors import Stopped
from termdesk.messages.glossary_messages import BinTitle
from termdesk.ui.glossaries.publishing.publish_queue import LAST_ATTEMPT, PublishQueue
from termdesk.ui.glossaries.publishing.publish_scope import PublishScope
from termdesk.ui.glossaries.publishing.publish_words import lost_words, report_words, window_words
from termdesk.ui.glossaries.workspace import PanePart
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.widgets.dialogs import create_in_steps, next_turn, open_in_turns, show_dialog, wait_until_opened
from termdesk.ui.words.lists import add_in_parentheses, list_names, list_sentences
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.wait_words import wait_words

if TYPE_CHECKING:
    from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
    from termdesk.application.glossaries.publishing.publish_plan import LostUpdate, PublishReport
    from termdesk.application.glossaries.publishing.run_plan import (
        DraftRecord,
        PublishRun,
        RunPlan,
        RunResult,
        StepPlan,
    )
    from termdesk.application.lazy_use_cases import LazyUseCases
    from termdesk.domain.errors import TermdeskError
    from termdesk.domain.language.language import LanguagePair
    from termdesk.ui.glossaries.publishing.plan_questions import PlanQuestions
    from termdesk.ui.glossaries.publishing.publish_dialog import PublishDialog
    from termdesk.ui.glossaries.sheet.sheet_page import SheetPage
    from termdesk.ui.glossaries.workspace import Workspace
    from termdesk.ui.shell.jobs import JobProgress


# Reasons that prevented publishing. Their notices end with the next successful publishing.
ENDED_BY_SUCCESS = (
    FailureKind.CHANGED_ON_SERVICE,
    FailureKind.OUT_OF_DATE,
    FailureKind.KEEPS_CHANGING,
    FailureKind.NOT_SEEN,
    FailureKind.NOT_VERIFIED,
    FailureKind.NOT_ARRIVED,
)


class PublishFlow(PanePart):
    """Publishes the dictionaries of a page, or any number of drafts of the library, together.

    Remote changes are merged before anything is sent. With several dictionaries, one that cannot be published may be
    left out, and the first failure stops the rest.
    """

    def __init__(self, pane: Workspace, use_cases: LazyUseCases, **shared: Any) -> None:
        super().__init__(pane, use_cases, **shared)
        self._shared = shared
        self.queue = PublishQueue(pane, use_cases, **shared)
        self.queue.resume_asked.connect(self.resume)
        self._is_sending = False
        # The drafts with reported failures. The notices stay until these drafts are published.
        self._failed: set[str] = set()

    @cached_property
    def _questions(self) -> PlanQuestions:
        from termdesk.ui.glossaries.publishing.plan_questions import PlanQuestions

        return PlanQuestions(self._pane, self._use_cases, **self._shared)

    # Start

    def ask_publish(self, page: SheetPage) -> None:
        """Start to publish the dictionaries of a page."""
        self._start(partial(self._publish_page, page))

    def ask_publish_items(self, items: Sequence[LibraryItem]) -> None:
        """Start to publish the unpublished edits of these glossaries and dictionaries."""
        self._start(partial(self._publish_drafts, _draft_ids(items)))

    def ask_publish_pair(self, key: str, pair: LanguagePair) -> None:
        """Start to publish the unpublished edits of a dictionary, with or without a page."""
        self._start(partial(self._publish_pair, key, pair))

    async def _publish_pair(self, key: str, pair: LanguagePair, progress: JobProgress) -> None:
        summaries = [each for each in await self._use_cases.library.read_known_summaries() if each.key == key]
        items = [LibraryItem(each, row) for each in summaries if (row := each.row(pair)) is not None]
        await self._publish_drafts(_draft_ids(items), progress)

    def ask_publish_everything(self) -> None:
        """Start to publish all edits that the current service does not have."""
        self._start(partial(self._publish_drafts, None))

    def resume(self, run: PublishRun) -> None:
        """Start to send the rest of an interrupted publication."""
        self._start(partial(self._resume, run))

    def _start(self, work: Callable[[JobProgress], Coroutine[Any, Any, None]]) -> None:
        if self._is_sending and self._jobs.is_running(JobKind.PUBLISH):
            # Starting again would cancel the running job.
            self._notices.say(
                self.tr("Another publication is running"),
                self.tr("Wait until it is done, or stop it in the status bar. Then publish this."),
            )
            return
        self._jobs.start_with_progress(JobKind.PUBLISH, self.tr("Publishing"), work)

    # Scope

    async def _publish_page(self, page: SheetPage, progress: JobProgress) -> None:
        # Wait for pending bulk edits first.
        await page.sheet_edits.wait_until_settled()
        dictionaries = page.dictionaries
        # The dictionaries stay open until the end; a page that is opened meanwhile shows the same instances.
        draft_ids = [each.draft.draft_id for each in dictionaries]
        with self._remember_failure(draft_ids):
            async with self._use_cases.bulk_publisher.open_drafts(draft_ids):
                to_plan = await self._use_cases.publisher.dictionaries_to_plan(dictionaries)
                scope = PublishScope(self._pane, [each.draft for each in dictionaries], page=page)
                await self._publish(scope, [each.draft for each in to_plan], progress)

    @contextmanager
    def _remember_failure(self, draft_ids: Sequence[str]) -> Iterator[None]:
        """Remember the drafts of a failure. Cancelling or stopping is not a failure."""
        has_failed = True
        try:
            yield
            has_failed = False
        except (asyncio.CancelledError, Stopped):
            has_failed = False
            raise
        finally:
            if has_failed:
                self._failed.update(draft_ids)

    async def _publish_drafts(self, chosen: Collection[str] | None, progress: JobProgress) -> None:
        """Publish the chosen drafts that have unpublished edits; None means all drafts."""
        for page in self._pane.open_pages:
            page.finish_editing()
            await page.wait_until_saved()
        bulk = self._use_cases.bulk_publisher
        draft_ids = [each for each in await bulk.find_unpublished() if chosen is None or each in chosen]
        with self._remember_failure(draft_ids):
            if edited := await bulk.find_edited(draft_ids):
                await self._publish(PublishScope(self._pane, edited), edited, progress)
            else:
                self._say_nothing_to_publish(is_all=True)
                await self._forget_done(chosen)

    async def _forget_done(self, draft_ids: Collection[str] | None) -> None:
        """Forget unfinished publications of these drafts (None: all) that have nothing left to send."""
        await self._use_cases.bulk_publisher.forget_done(lambda step: draft_ids is None or step.draft_id in draft_ids)
        await self.queue.tell_unfinished()

    async def _resume(self, run: PublishRun, progress: JobProgress) -> None:
        """Send the rest. Its plan is shown again if anything changed, locally or on the service."""
        with self._remember_failure([step.draft_id for step in run.pending]):
            await self._send_rest(run, progress)
        await self.queue.tell_unfinished()

    async def _send_rest(self, run: PublishRun, progress: JobProgress) -> None:
        bulk = self._use_cases.bulk_publisher
        drafts = await bulk.drafts([step.draft_id for step in run.pending])
        try:
            plan = await bulk.plan_rest(run, progress)
        except AWAY as error:
            await self.queue.wait(await bulk.wait_again(run, error), error)
            return
        scope = PublishScope(self._pane, drafts)
        to_plan = [*(each.draft for each in plan.plans), *(each.draft for each in plan.left_out)]
        if plan.is_as_shown and not plan.gone:
            await self._send(scope, plan, [], progress)
        elif to_plan:
            await self._publish(scope, to_plan, progress, run=plan.run)
        else:
            await bulk.run(plan)
            self._say_none_left(is_all=len(drafts) == len(run.pending))

    async def _publish(
        self,
        scope: PublishScope,
        to_plan: Sequence[DraftRecord],
        progress: JobProgress,
        *,
        run: PublishRun | None = None,
    ) -> None:
        """Plan, preview, send and verify. Raises the error that stopped it, after showing what was done."""
        settled: set[str] = set()
        try:
            await self._plan_and_send(scope, to_plan, progress, run, settled)
        finally:
            self._questions.say_merged(settled=settled)

    async def _plan_and_send(
        self,
        scope: PublishScope,
        to_plan: Sequence[DraftRecord],
        progress: JobProgress,
        run: PublishRun | None,
        settled: set[str],
    ) -> None:
        """Do the work of `_publish`. Add the drafts that are sent, or have nothing to send, to `settled`."""
        from termdesk.application.glossaries.publishing.run_plan import RunPlan
        from termdesk.ui.glossaries.publishing.publish_dialog import PublishDialog

        try:
            plans = await self._questions.plans(scope, to_plan, progress)
        except AWAY as error:
            await self._let_wait(scope, to_plan, error)
            return
        if plans is None:
            return
        possible = [plan for plan in plans if plan.can_be_published]
        planned = {plan.draft.draft_id for plan in plans}
        without_plan = [each for each in to_plan if each.draft_id not in planned]
        if not possible:
            settled |= planned
            self._say_nothing_to_publish(is_all=not without_plan)
            await self._forget_done([each.draft_id for each in to_plan])
            return
        draft = scope.drafts[0]
        # Whoever continues a publication has tried it before.
        may_try = run is None and scope.has_one_glossary
        has_set = may_try and await self._has_sentence_set(draft, possible)
        service = self._use_cases.publisher.service_name
        dialog = PublishDialog(self._pane, possible, service=service, offers_spot_check=has_set, in_steps=True)
        await create_in_steps(dialog, dialog.steps)
        dialog.difference_asked.connect(partial(self._ask_difference, dialog))
        dialog.ask_difference()
        if not await show_dialog(dialog):
            return
        if dialog.was_other:
            self._pane.spot_check_asked.emit(draft.glossary_key, [plan.draft.pair for plan in possible])
            return
        chosen = dialog.chosen
        without_plan += [plan.draft for plan in possible if all(plan is not each for each in chosen)]
        ids = {each.draft_id for each in without_plan}
        left_out = [each for each in scope.drafts if each.draft_id in ids]
        settled |= planned - ids
        await self._send(scope, RunPlan(service, tuple(chosen), run=run), left_out, progress)

    async def _has_sentence_set(self, draft: DraftRecord, plans: Sequence[StepPlan]) -> bool:
        """Return whether there is a sentence set for the glossary of a draft, and for the pair of one of the plans."""
        roots = {plan.draft.pair.roots for plan in plans}
        sets = await self._use_cases.spot_checks.sets_for(draft.glossary_key, draft.glossary_name)
        return any(each.pair.roots in roots for each in sets)

    async def _let_wait(self, scope: PublishScope, drafts: Sequence[DraftRecord], error: TermdeskError) -> None:
        """Let drafts wait for the service. Locked ones are left out."""
        wait = await self._use_cases.bulk_publisher.wait(drafts, error)
        self._questions.say_left_out(scope, wait.left_out)
        if wait.run is not None:
            await self.queue.wait(wait.run, error)

    def _ask_difference(self, dialog: PublishDialog, plan: StepPlan) -> None:
        self._jobs.start(
            JobKind.COMPARE_PUBLISHING,
            self.tr("Comparing"),
            partial(self._show_difference, dialog, plan),
            on_failure=partial(dialog.show_failure, plan),
        )

    async def _show_difference(self, dialog: PublishDialog, plan: StepPlan) -> None:
        await wait_until_opened(dialog)
        if isValid(dialog):
            dialog.take_difference(plan, await self._use_cases.bulk_publisher.difference(plan))

    # Sending

    async def _send(
        self, scope: PublishScope, plan: RunPlan, left_out: list[DraftRecord], progress: JobProgress
    ) -> None:
        from termdesk.application.glossaries.publishing.run_plan import RunResult

        # Verify and report what is sent, even if the page closes meanwhile.
        self._jobs.detach()
        self._notices.end_topic(LAST_ATTEMPT)
        try:
            result = await self._run(plan, progress)
        except (asyncio.CancelledError, Stopped):
            # Cancelled: show what was done, and let the user decide on the rest.
            await self._show_result(scope, RunResult(()))
            await self._show_library(scope)
            await self.queue.tell_unfinished()
            raise
        await self._show_result(scope, result)
        # The rest of this turn closes the list of progress, and draws what was behind it.
        await next_turn()
        self._tell(scope, result, left_out)
        await self._show_library(scope)
        if result.failure is None:
            await self._end_failures()
            await self.queue.tell_unfinished()
            return
        self._show_refused(scope, result)
        if result.run is None:
            raise result.failure
        self._use_cases.session.report_failure(cause_of(result.failure))
        await self.queue.take(result.run, result.failure, needs_key=result.needs_key)

    async def _end_failures(self) -> None:
        """Remove failure notices, unless one of their dictionaries is still unpublished."""
        self._failed &= {*await self._use_cases.bulk_publisher.find_unpublished()}
        if not self._failed:
            self._notices.end(ENDED_BY_SUCCESS)

    async def _run(self, plan: RunPlan, progress: JobProgress) -> RunResult:
        """Send everything; for several dictionaries, with a dialog that shows the progress of each."""
        from termdesk.ui.glossaries.publishing.run_dialog import RunProgressDialog

        self._is_sending = True
        shown: RunProgressDialog | None = None
        try:
            if len(plan.going) > 1:
                # The rest of this turn closes the dialog with the plan, and draws what was behind it.
                await next_turn()
                shown = RunProgressDialog(
                    self._pane,
                    plan.going,
                    service=plan.service,
                    get_wait=lambda: wait_words(self._use_cases.session.pauses),
                    in_steps=True,
                )
                await create_in_steps(shown, shown.steps)
                shown.cancelled.connect(lambda: self._jobs.cancel(JobKind.PUBLISH))
                await open_in_turns(shown)
            return await self._use_cases.bulk_publisher.run(
                plan, progress, on_step=shown.show_step if shown is not None else lambda _item, _state: None
            )
        finally:
            self._is_sending = False
            if shown is not None:
                shown.close()
                shown.deleteLater()

    # Notices

    def _say_none_left(self, *, is_all: bool) -> None:
        """Say that nothing was left to send.

        Without `is_all`, some drafts no longer exist, so not everything was published.
        """
        if is_all:
            self._notices.say(
                self.tr("Everything is published"),
                self.tr("The service was read back and compared."),
                topic=LAST_ATTEMPT,
            )
        else:
            words = self.tr("Drafts that were not published yet are no longer here.")
            self._notices.say(self.tr("Nothing is left to publish"), words, topic=LAST_ATTEMPT)

    def _say_nothing_to_publish(self, *, is_all: bool) -> None:
        same = self.tr("The service has exactly these entries.")
        none_left = self.tr("Everything that changed was left out.")
        self._notices.say(self.tr("Nothing to publish"), same if is_all else none_left, topic=LAST_ATTEMPT)

    async def _show_result(self, scope: PublishScope, result: RunResult) -> None:
        for key in dict.fromkeys(draft.glossary_key for draft, _ in result.published):
            self._pane.published.emit(key)
        for page in scope.pages:
            for dictionary in page.dictionaries:
                if page.is_open:
                    # The left-out dictionaries belong to the new glossary, too.
                    await dictionary.refresh()
            if page.is_open:
                page.show_published()
        for home, dictionary in filter(None, (scope.find_open(draft) for draft, _ in result.published)):
            if home.checks is not None:
                home.checks.accept(dictionary)

    async def _show_library(self, scope: PublishScope) -> None:
        """Read the library again, and select the dictionary of the page in front."""
        await self._pane.read_library()
        front = next(iter(self._pane.open_pages), None)
        before = next((each for each in scope.drafts if front is not None and scope.page_of(each) is front), None)
        if front is None or before is None:
            return
        _, dictionary = scope.find_open(before) or (front, front.dictionaries[0])
        draft = dictionary.draft
        if draft.glossary_key != before.glossary_key:
            # In the library, a draft becomes another glossary when it is published.
            is_single = len(front.dictionaries) == 1
            self._pane.select(draft.glossary_key, pair_text=f"{draft.pair}" if is_single else "")
        summary = self._pane.summary(draft.glossary_key)
        if summary is not None:
            front.show_summary(summary)

    def _show_refused(self, scope: PublishScope, result: RunResult) -> None:
        """Show the refused entries in their rows."""
        failure = cause_of(result.failure) if result.failure is not None else None
        if isinstance(failure, EntriesRefused) and (found := scope.find_open(result.waiting[0])):
            page, dictionary = found
            if page.checks is not None:
                page.checks.show_refused(dictionary, failure.violations)

    def _tell(self, scope: PublishScope, result: RunResult, left_out: list[DraftRecord]) -> None:
        is_single = scope.is_single
        if result.waiting:
            if not is_single:
                done = self._labels(scope, [draft for draft, _ in result.published])
                words = self.tr("Published: {done}. Not yet: {waiting}.") if done else self.tr("Not yet: {waiting}.")
                words = words.format(done=done, waiting=self._labels(scope, result.waiting))
                words = list_sentences((words, self._left_out_words(scope, left_out)))
                topic = self.queue.topic_of(result.run) if result.run is not None else LAST_ATTEMPT
                title = self._partly_words(scope) if done else self.tr("Nothing was published")
                self._notices.say(title, words, kind="warning", topic=topic)
        elif result.published:
            title = self._partly_words(scope) if left_out else self._done_words(scope, len(result.published))
            words = report_words(result.published, scope.label, is_single=is_single)
            window = window_words([report for _, report in result.published])
            parts = (words, self._left_out_words(scope, left_out), window)
            self._notices.say(title, list_sentences(parts), kind="good")
        if any(report.others_changed for _, report in result.published):
            self._notices.say(
                self.tr("It was changed elsewhere at the same time"),
                self.tr("Publish again to include those changes."),
                kind="warning",
            )
        for draft, report in result.published:
            if report.lost is not None:
                self._tell_lost(scope, draft, report, report.lost)

    def _done_words(self, scope: PublishScope, count: int) -> str:
        if scope.has_one_glossary:
            return self.tr("“{name}” is published").format(name=scope.drafts[0].glossary_name)
        return self.tr("%Ln dictionaries are published", "", count)

    def _partly_words(self, scope: PublishScope) -> str:
        if scope.has_one_glossary:
            return self.tr("“{name}” is published in part").format(name=scope.drafts[0].glossary_name)
        return self.tr("Not everything is published")

    def _labels(self, scope: PublishScope, drafts: Sequence[DraftRecord]) -> str:
        return list_names(scope.label(each) for each in drafts)

    def _left_out_words(self, scope: PublishScope, left_out: list[DraftRecord]) -> str:
        names = self._labels(scope, left_out)
        return self.tr("Left out: {dictionaries}.").format(dictionaries=names) if left_out else ""

    # Remote changes during sending

    def _tell_lost(self, scope: PublishScope, draft: DraftRecord, report: PublishReport, lost: LostUpdate) -> None:
        title, text = lost_words(report)
        self._notices.say(
            title if scope.is_single else add_in_parentheses(title, str(draft.pair)),
            text,
            kind="warning",
            action=self.tr("Restore"),
            on_action=lambda: self._ask_to_restore(scope, draft, lost),
        )

    def _ask_to_restore(self, scope: PublishScope, draft: DraftRecord, lost: LostUpdate) -> None:
        if found := scope.find_open(draft):
            self._jobs.start_with_progress(
                JobKind.RESTORE_OVERWRITTEN,
                self.tr("Restoring what was overwritten"),
                partial(self._restore, *found, lost),
            )
            return
        name = draft.glossary_name
        self._notices.say(
            self.tr("“{name}” is no longer open").format(name=name),
            self.tr("What was overwritten is in “Deleted glossaries”, as “{name}”.").format(
                name=localize(BinTitle.OVERWRITTEN(name=name))
            ),
        )

    async def _restore(
        self, page: SheetPage, dictionary: OpenDictionary, lost: LostUpdate, progress: JobProgress
    ) -> None:
        await page.sheet_edits.wait_until_settled()
        change = lost.change(dictionary.entries)
        await page.apply_to_dictionary(dictionary, change, self.tr("What was overwritten"), progress)
        self._notices.say(
            self.tr("Restored what was overwritten in “{name}”").format(name=dictionary.name),
            self.tr("Publish it to have it on the service too."),
            kind="good",
        )


def _draft_ids(items: Sequence[LibraryItem]) -> set[str]:
    """Return the ids of the drafts among these glossaries and dictionaries."""
    parts = select_dictionaries((item.summary, item.row) for item in items)
    return {row.draft_id for part in parts for row in part.rows if row.draft_id is not None}
