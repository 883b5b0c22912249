"""Publishing as the user sees it: planned, shown, sent, and told what came of it; one dictionary or several at once."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from termdesk.application.failures import EntriesRefused
from termdesk.application.glossaries.publishing.publish_validation import trimming
from termdesk.application.progress import run_in_thread
from termdesk.domain.progress import Part, Progress
from termdesk.ui.glossaries.publishing.publish_words import lost_words, report_words, target_languages, window_words
from termdesk.ui.glossaries.workspace import PanePart
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.widgets.dialogs import answered
from termdesk.ui.words.language_words import language_name
from termdesk.ui.words.lists import add_aside, list_sentences
from termdesk.ui.words.message_words import localize

if TYPE_CHECKING:
    from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
    from termdesk.application.glossaries.publishing.publish_plan import LostUpdate, PublishPlan, PublishReport
    from termdesk.application.glossaries.publishing.run_plan import RunResult
    from termdesk.ui.glossaries.sheet.sheet_page import SheetPage
    from termdesk.ui.shell.jobs import JobProgress


class PublishFlow(PanePart):
    """Publishes the dictionaries of a page. What others changed on the service is taken over before anything is sent.

    Where the page has several dictionaries, one that cannot be published may be left out, and the first failure stops
    the rest.
    """

    def ask_publish(self, page: SheetPage) -> None:
        """Start to publish what a page edits."""
        self._jobs.start_with_progress(JobKind.PUBLISH, self.tr("Publishing"), partial(self._publish, page))

    async def _publish(self, page: SheetPage, progress: JobProgress) -> None:
        """Plan, show, send, read back. Raises what stopped it, after telling what was done."""
        from termdesk.ui.glossaries.publishing.publish_dialog import PublishDialog

        # Wait for pending bulk edits first.
        await page.sheet_edits.settled()
        to_plan = await self._use_cases.publisher.dictionaries_to_plan(page.dictionaries)
        plans = await self._plans(page, to_plan, progress)
        if plans is None:
            return
        possible = [plan for plan in plans if plan.can_be_published]
        without_plan = [each for each in to_plan if all(plan.dictionary is not each for plan in plans)]
        if not possible:
            self._say_nothing_to_publish(is_all=not without_plan)
            return
        draft = page.dictionaries[0].draft
        sets = await self._use_cases.spot_checks.sets_for(draft.glossary_key, draft.glossary_name)
        service = self._use_cases.publisher.service_name
        dialog = PublishDialog(self._pane, possible, service=service, offers_spot_check=bool(sets))
        if not await answered(dialog):
            return
        if dialog.was_other:
            self._pane.spot_check_asked.emit(draft.glossary_key)
            return
        chosen = dialog.chosen
        left_out = [*without_plan, *(plan.dictionary for plan in possible if all(plan is not each for each in chosen))]
        left_out = [each for each in page.dictionaries if any(each is one for one in left_out)]
        key = draft.glossary_key
        # What is sent is read back and told, even if the page closes meanwhile.
        self._jobs.detach()
        from termdesk.application.glossaries.publishing.run_plan import RunPlan

        result = await self._use_cases.bulk_publisher.run(RunPlan(service, tuple(chosen)), progress)
        await self._show_result(page, result)
        self._tell(page, result, left_out)
        await self._show_library(page, key_before=key)
        if result.failure is not None:
            self._show_refused(page, result)
            raise result.failure

    # Planning

    async def _plans(
        self, page: SheetPage, dictionaries: list[OpenDictionary], progress: Progress
    ) -> list[PublishPlan] | None:
        """The plans of these, without those that are left out; None where the user gave up."""
        plans: list[PublishPlan] = []
        for number, dictionary in enumerate(dictionaries):
            part = Part(progress, number, len(dictionaries)) if len(dictionaries) > 1 else progress
            if not _is_single(page) and (violation := await self._use_cases.publisher.pair_violation(dictionary)):
                # The other languages need not wait for one that the service does not know.
                title = self.tr("{language} is left out").format(language=language_name(dictionary.pair.target))
                self._notices.say(title, localize(violation), kind="warning")
                continue
            plan = await self._merged_plan(page, dictionary, part)
            while plan is not None and plan.violations:
                answer = await self._ask_about_violations(page, plan)
                if answer is None:
                    return None
                if not answer:
                    break
                plan = await self._trimmed_plan(page, dictionary, part)
            if plan is None:
                return None
            if not plan.violations:
                plans.append(plan)
        return plans

    async def _merged_plan(self, page: SheetPage, dictionary: OpenDictionary, progress: Progress) -> PublishPlan | None:
        """A plan, after the changes of others have been taken over; None where the user does not want that."""
        from termdesk.ui.glossaries.publishing.merge_dialog import MergeDialog

        publisher = self._use_cases.publisher
        plan = await publisher.plan(dictionary, progress)
        while plan.needs_merge:
            merge = MergeDialog(self._pane, plan)
            title = self.tr("Changes from the service")
            if not _is_single(page):
                merge.setWindowTitle(f"{dictionary.pair}")
                words = self.tr("Changes from the service, {language}")
                title = words.format(language=language_name(dictionary.pair.target))
            if not await answered(merge):
                return None
            await page.apply_to_dictionary(dictionary, plan.incoming_change(merge.choices()), title, progress)
            await publisher.accept(plan)
            if page.is_open:
                page.show_published()
            plan = await publisher.plan(dictionary, progress)
        return plan

    async def _trimmed_plan(
        self, page: SheetPage, dictionary: OpenDictionary, progress: Progress
    ) -> PublishPlan | None:
        """The plan after the blanks around phrases were taken away, as one step of undo."""
        change = await run_in_thread(progress, trimming, dictionary.entries.copy())
        await page.apply_to_dictionary(dictionary, change, self.tr("Trim"), progress)
        return await self._merged_plan(page, dictionary, progress)

    async def _ask_about_violations(self, page: SheetPage, plan: PublishPlan) -> bool | None:
        """Show why a dictionary cannot be published: True to trim its phrases, False to publish the others without it.

        None where the user goes to a row, or gives up.
        """
        from termdesk.ui.glossaries.publishing.violations_dialog import ViolationsDialog

        other = ""
        if not _is_single(page):
            language = language_name(plan.dictionary.pair.target)
            other = self.tr("Leave {language} out").format(language=language)
        dialog = ViolationsDialog(self._pane, plan, other=other)
        if other:
            dialog.setWindowTitle(f"{plan.dictionary.pair}")
        if not await answered(dialog):
            return None
        if dialog.wants_trimming or dialog.was_other:
            return dialog.wants_trimming
        if place := dialog.place():
            page.show_entry(plan.dictionary, *place)
        return None

    # Telling

    def _say_nothing_to_publish(self, *, is_all: bool) -> None:
        same = self.tr("The service has exactly these entries.")
        none_left = self.tr("Everything that changed was left out.")
        self._notices.say(self.tr("Nothing to publish"), same if is_all else none_left)

    async def _show_result(self, page: SheetPage, result: RunResult) -> None:
        if result.published:
            self._pane.published.emit(result.published[0][0].draft.glossary_key)
        for dictionary in page.dictionaries:
            if page.is_open:
                # What was left out belongs to the new glossary, too.
                await dictionary.refresh()
        if page.is_open:
            page.show_published()
            for dictionary, _ in result.published:
                if page.checks is not None:
                    page.checks.accept(dictionary)

    async def _show_library(self, page: SheetPage, *, key_before: str) -> None:
        await self._pane.read_library()
        pages = self._pane.open_pages
        if not pages or pages[0] is not page:
            return
        draft = page.dictionaries[0].draft
        if draft.glossary_key != key_before:
            # In the library a draft becomes another glossary once it is on the service.
            self._pane.select(draft.glossary_key, pair_text=f"{draft.pair}" if _is_single(page) else "")
        summary = self._pane.summary(draft.glossary_key)
        if summary is not None:
            page.show_summary(summary)

    def _show_refused(self, page: SheetPage, result: RunResult) -> None:
        """Show the entries that the service refused in their rows."""
        if isinstance(result.failure, EntriesRefused) and page.is_open and page.checks is not None:
            page.checks.show_refused(result.waiting[0], result.failure.violations)

    def _tell(self, page: SheetPage, result: RunResult, left_out: list[OpenDictionary]) -> None:
        name, is_single = page.dictionaries[0].name, _is_single(page)
        if result.failure is not None:
            if not is_single:
                words = self.tr("Published: {done}. Not yet: {waiting}. Publish again to send the rest.").format(
                    done=target_languages(each for each, _ in result.published) or self.tr("none"),
                    waiting=target_languages(result.waiting),
                )
                words = list_sentences((words, self._left_out_words(left_out)))
                self._notices.say(self.tr("“{name}” is published in part").format(name=name), words, kind="warning")
        else:
            title = self.tr("“{name}” is published in part") if left_out else self.tr("“{name}” is published")
            words = report_words(result.published, is_single=is_single)
            window = window_words([report for _, report in result.published])
            parts = (words, self._left_out_words(left_out), window)
            self._notices.say(title.format(name=name), list_sentences(parts), kind="good")
        if any(report.others_changed for _, report in result.published):
            self._notices.say(
                self.tr("Others changed it at the same time"),
                self.tr("Publish again to include their changes."),
                kind="warning",
            )
        for dictionary, report in result.published:
            if report.lost is not None:
                self._tell_lost(page, dictionary, report, report.lost)

    def _left_out_words(self, left_out: list[OpenDictionary]) -> str:
        languages = target_languages(left_out)
        return self.tr("Left out: {languages}.").format(languages=languages) if left_out else ""

    # What others wrote while the call was on its way

    def _tell_lost(self, page: SheetPage, dictionary: OpenDictionary, report: PublishReport, lost: LostUpdate) -> None:
        title, text = lost_words(report)
        self._notices.say(
            title if _is_single(page) else add_aside(title, str(dictionary.pair)),
            text,
            kind="warning",
            action=self.tr("Restore"),
            on_action=lambda: self._ask_to_restore(page, dictionary, lost),
        )

    def _ask_to_restore(self, page: SheetPage, dictionary: OpenDictionary, lost: LostUpdate) -> None:
        if page.is_open:
            self._jobs.start_with_progress(
                JobKind.RESTORE_OVERWRITTEN,
                self.tr("Restoring what was overwritten"),
                partial(self._restore, page, dictionary, lost),
            )
            return
        name = dictionary.name
        self._notices.say(
            self.tr("“{name}” is no longer open").format(name=name),
            self.tr("What was overwritten is in “Deleted glossaries”, as “{name} (as others had it)”.").format(
                name=name
            ),
        )

    async def _restore(
        self, page: SheetPage, dictionary: OpenDictionary, lost: LostUpdate, progress: JobProgress
    ) -> None:
        await page.sheet_edits.settled()
        change = lost.change(dictionary.entries)
        await page.apply_to_dictionary(dictionary, change, self.tr("What was overwritten"), progress)
        self._notices.say(
            self.tr("Restored what others wrote in “{name}”").format(name=dictionary.name),
            self.tr("Publish it to have it on the service too."),
            kind="good",
        )


def _is_single(page: SheetPage) -> bool:
    return len(page.dictionaries) == 1
