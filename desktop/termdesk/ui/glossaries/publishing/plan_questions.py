"""The questions while publishing is planned: merging remote changes, and correcting violations or leaving them out."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from shiboken6 import isValid

from termdesk.application.glossaries.editing.closed_rows import free_in_worker
from termdesk.application.glossaries.publishing.publish_validation import trim_phrases
from termdesk.application.glossaries.publishing.run_plan import LeftOut, StepPlan
from termdesk.application.progress import run_in_thread
from termdesk.domain.entries.row_ids import find_row
from termdesk.domain.progress import Part, Progress
from termdesk.messages.glossary_messages import LibraryMessage, LibraryRemedy
from termdesk.messages.message import Message
from termdesk.ui.glossaries.difference.difference_words import count_changes
from termdesk.ui.glossaries.publishing.publish_words import dictionary_label
from termdesk.ui.glossaries.workspace import PanePart
from termdesk.ui.widgets.dialogs import show_dialog
from termdesk.ui.words.lists import add_title, list_names, list_sentences
from termdesk.ui.words.message_words import localize

if TYPE_CHECKING:
    from termdesk.application.failures import PublishViolation
    from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
    from termdesk.application.glossaries.publishing.publish_plan import PublishPlan
    from termdesk.application.glossaries.publishing.run_plan import DraftRecord
    from termdesk.application.lazy_use_cases import LazyUseCases
    from termdesk.domain.merging.difference import Difference
    from termdesk.ui.glossaries.publishing.publish_scope import PublishScope
    from termdesk.ui.glossaries.workspace import Workspace


class PlanQuestions(PanePart):
    """Creates the plans for publishing, and asks the user where needed."""

    def __init__(self, pane: Workspace, use_cases: LazyUseCases, **shared: Any) -> None:
        super().__init__(pane, use_cases, **shared)
        # The changes of others that were merged, and that nobody has told yet, with the number of conflicts.
        self._merged: list[tuple[DraftRecord, Difference, int]] = []

    async def plans(
        self, scope: PublishScope, drafts: Sequence[DraftRecord], progress: Progress
    ) -> list[StepPlan] | None:
        """Return the plans of these drafts, and the reasons for those left out; None if the user cancels.

        Only one dictionary is open at a time, in addition to those with pages.
        """
        bulk, plans, left_out = self._use_cases.bulk_publisher, list[StepPlan](), list[LeftOut]()
        for number, draft in enumerate(drafts):
            part = Part(progress, number, len(drafts)) if len(drafts) > 1 else progress
            async with bulk.open_drafts([draft.draft_id], part) as dictionaries:
                for dictionary in dictionaries:
                    if violation := await self._violation_before_sending(scope, dictionary):
                        # The other dictionaries need not wait for one that must not be sent.
                        left_out.append(LeftOut(dictionary.draft, violation))
                        continue
                    plan = await self._plan(scope, dictionary, part)
                    if plan is None:
                        self.say_left_out(scope, left_out)
                        return None
                    if not isinstance(plan, LeftOut):
                        plans.append(await bulk.step(plan, keeps_rows=scope.is_single))
                        free_in_worker(plan.large_parts)
                        del plan
        self.say_left_out(scope, left_out)
        return plans

    async def _violation_before_sending(self, scope: PublishScope, dictionary: OpenDictionary) -> str:
        """Return why one of several dictionaries must not be sent; empty if it may. A single one raises the reason."""
        return "" if scope.is_single else await self._use_cases.publisher.violation_before_sending(dictionary)

    async def _plan(
        self, scope: PublishScope, dictionary: OpenDictionary, progress: Progress
    ) -> PublishPlan | LeftOut | None:
        """Return the plan of one dictionary, or why it is left out; None if the user cancels."""
        plan = await self._plan_and_merge(scope, dictionary, progress)
        while plan is not None and plan.violations:
            answer = await self._ask_about_violations(scope, plan)
            if answer is None:
                return None
            if not answer:
                return LeftOut(dictionary.draft, plan.violations[0].line)
            plan = await self._trim_and_plan(scope, dictionary, progress)
        return plan

    def say_left_out(self, scope: PublishScope, left_out: Sequence[LeftOut]) -> None:
        """Say in one notice which dictionaries are not published, and why; nothing if there is none."""
        if not left_out:
            return
        title = self.tr("{dictionary} is left out").format(dictionary=scope.label(left_out[0].draft))
        words = localize(left_out[0].reason)
        if len(left_out) > 1:
            title = self.tr("%Ln dictionaries are left out", "", len(left_out))
            words = self._left_out_words(scope, left_out)
        self._notices.say(title, words, kind="warning")

    def _left_out_words(self, scope: PublishScope, left_out: Sequence[LeftOut]) -> str:
        """Return why several dictionaries are left out. Locked ones are named together."""
        locked = [scope.label(each.draft) for each in left_out if _is_locked(each)]
        others = [each for each in left_out if not _is_locked(each)]
        words = [add_title(scope.label(each.draft), localize(each.reason)) for each in others]
        if locked:
            together = self.tr("Locked to this computer, so nothing was sent: {dictionaries}.")
            words += [together.format(dictionaries=list_names(locked)), localize(LibraryRemedy.UNLOCK())]
        return list_sentences(words)

    def say_merged(self, *, settled: Collection[str]) -> None:
        """Say what was merged into dictionaries that are not published now. The drafts of `settled` need no notice."""
        merged, self._merged = self._merged, []
        for draft, change, conflict_count in merged:
            if draft.draft_id in settled or not isValid(self):
                continue
            # The notice is read later, beside those of other glossaries.
            name = dictionary_label(draft, has_one_glossary=False)
            title = self.tr("Changes from the service are merged into “{dictionary}”")
            words = self.tr(
                "Merged: {change}. The dictionary was not published. Undo in the dictionary takes the merge back."
            )
            if change.is_empty:
                words = self.tr(
                    "%Ln phrases were changed on both sides. Your version was kept, so no entry changed here. "
                    "The dictionary was not published. Undo in the dictionary takes the merge back.",
                    "",
                    conflict_count,
                )
            self._notices.say(title.format(dictionary=name), words.format(change=count_changes(change)))

    async def _plan_and_merge(
        self, scope: PublishScope, dictionary: OpenDictionary, progress: Progress
    ) -> PublishPlan | None:
        """Return a plan after remote changes were merged; None if the user declines that."""
        publisher = self._use_cases.publisher
        plan = await publisher.plan(dictionary, progress)
        while plan.needs_merge:
            # Loading this module takes 10 ms, and most plans need no merge.
            from termdesk.ui.glossaries.publishing.merge_dialog import MergeDialog

            merge = MergeDialog(self._pane, plan)
            title = self.tr("Changes from the service")
            if not scope.is_single:
                label = scope.label(dictionary.draft)
                merge.setWindowTitle(label)
                title = self.tr("Changes from the service, {dictionary}").format(dictionary=label)
            if not await show_dialog(merge):
                return None
            choices = merge.choices()
            await publisher.begin_merge(plan)
            # If all conflicts go to the local version, the step has only the base, which Undo takes back.
            await scope.apply(dictionary, plan.incoming_change(choices), title, progress, may_be_empty=True)
            self._merged.append((dictionary.draft, plan.incoming_with(choices), len(plan.conflicts)))
            await publisher.accept(plan)
            scope.show_published(dictionary)
            plan = await publisher.plan(dictionary, progress)
        return plan

    async def _trim_and_plan(
        self, scope: PublishScope, dictionary: OpenDictionary, progress: Progress
    ) -> PublishPlan | None:
        """Return the plan after trimming the phrases, as one undo step."""
        change = await run_in_thread(progress, trim_phrases, dictionary.entries.copy())
        await scope.apply(dictionary, change, self.tr("Trim"), progress)
        return await self._plan_and_merge(scope, dictionary, progress)

    async def _ask_about_violations(self, scope: PublishScope, plan: PublishPlan) -> bool | None:
        """Show the violations. Return True to trim the phrases, False to publish the others without this dictionary.

        Return None if the user goes to a row or cancels.
        """
        from termdesk.ui.glossaries.publishing.violations_dialog import ViolationsDialog

        label = scope.label(plan.dictionary.draft)
        other = "" if scope.is_single else self.tr("Leave {dictionary} out").format(dictionary=label)
        dialog = ViolationsDialog(self._pane, plan, other=other)
        if other:
            dialog.setWindowTitle(label)
        if not await show_dialog(dialog):
            return None
        if dialog.wants_trimming or dialog.was_other:
            return dialog.wants_trimming
        if violation := dialog.chosen_violation():
            self._go_to(scope, plan.dictionary, violation)
        return None

    def _go_to(self, scope: PublishScope, dictionary: OpenDictionary, violation: PublishViolation) -> None:
        """Show the entry of a violation in its page, and open the page if there is none."""
        draft, entries, column = dictionary.draft, dictionary.entries, violation.column
        # Rows may have moved while the question was open, for example because a bulk change ended.
        row = find_row(entries.ids, violation.row_id, violation.row)
        if row is None:
            words = self.tr("It was removed while the question was open. Publish again to check the others.")
            self._notices.say(self.tr("This entry no longer exists"), words, kind="warning")
            return
        page = scope.page_of(draft)
        if page is not None and dictionary in page.dictionaries:
            page.show_entry(dictionary, row, column)
        else:
            self._pane.open_entry(draft.glossary_key, draft.pair, entries.sources[row], cell=(row, column))


def _is_locked(left_out: LeftOut) -> bool:
    """Return whether a dictionary is left out because its glossary is locked to this computer."""
    kinds = (LibraryMessage.LOCAL_ONLY, LibraryMessage.LOCAL_ONLY_NAMED)
    return isinstance(left_out.reason, Message) and left_out.reason.kind in kinds
