"""Copies and moves glossaries to another service, and resumes interrupted transfers."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from termdesk.application.failures import AWAY, TransferInterrupted
from termdesk.application.glossaries.summaries import GlossarySelection, LibraryItem, select_dictionaries
from termdesk.application.stored_failure import decode_failure
from termdesk.messages.glossary_messages import TransferRemedy
from termdesk.ui.glossaries.workspace import PanePart
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.widgets.dialogs import confirm, show_dialog
from termdesk.ui.words.failure_words import explain, explain_failure
from termdesk.ui.words.lists import list_names, list_sentences
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.service_words import profile_title, provider_title

if TYPE_CHECKING:
    from termdesk.application.glossaries.transfer.glossary_transfer import CompletedTransfer, TransferRecord
    from termdesk.application.glossaries.transfer.interrupted_transfer import InterruptedTransfer
    from termdesk.application.glossaries.transfer.transfer_plan import TransferPlan, TransferResult
    from termdesk.application.lazy_use_cases import LazyUseCases
    from termdesk.application.session.service_in_use import ServiceInUse
    from termdesk.domain.errors import TermdeskError
    from termdesk.domain.provider import Provider
    from termdesk.ui.glossaries.workspace import Workspace
    from termdesk.ui.shell.jobs import JobProgress

    Work = Callable[[JobProgress], Coroutine[Any, Any, None]]


# The topic of the notice that a service did not respond. It ends when both do.
_AWAY = "transfer:away"
# The topic of the notice about what keeps a transfer from being undone. It ends with the next attempt.
_NOT_UNDONE = "transfer:not_undone"


class TransferFlow(PanePart):
    """Asks for the service, shows the plan, transfers, shows the result, and can undo it."""

    def __init__(
        self, pane: Workspace, use_cases: LazyUseCases, *, is_elsewhere: Callable[[str], bool], **shared: Any
    ) -> None:
        """Create the flow. `is_elsewhere` returns whether another window shows the profile with this id."""
        super().__init__(pane, use_cases, **shared)
        self._is_elsewhere = is_elsewhere
        # The interrupted transfers by id, as they were reported.
        self._reported: dict[str, TransferRecord] = {}
        # The profile from which a transfer did not begin because a service did not respond.
        self._away_from = ""

    def ask_copy(self, items: Sequence[LibraryItem]) -> None:
        """Ask for a service, and copy these glossaries and dictionaries to it."""
        self._start(self._job_title(is_move=False), partial(self._ask, _parts(items), is_move=False))

    def ask_move(self, items: Sequence[LibraryItem]) -> None:
        """Ask for a service, and move these glossaries and dictionaries to it."""
        self._start(self._job_title(is_move=True), partial(self._ask, _parts(items), is_move=True))

    def _job_title(self, *, is_move: bool) -> str:
        return self.tr("Moving to another service") if is_move else self.tr("Copying to another service")

    def _start(self, title: str, work: Work) -> None:
        if not self._jobs.is_running(JobKind.TRANSFER_GLOSSARIES):
            self._notices.end_topic(_NOT_UNDONE)
            self._jobs.start_with_progress(JobKind.TRANSFER_GLOSSARIES, title, work)

    async def _ask(self, parts: Sequence[GlossarySelection], progress: JobProgress, *, is_move: bool) -> None:
        from termdesk.ui.preferences.service_question import ask_service

        others = self._other_services()
        if not others:
            self._notices.say(
                self.tr("No other service is known"),
                self.tr("Make a profile for it in File › Profiles; then it is offered here by its name."),
            )
            return
        title = self.tr("Move to another service") if is_move else self.tr("Copy to another service")
        provider = await ask_service(self._pane, others, title=title)
        if provider is not None:
            await self._transfer(provider, parts, progress, is_move=is_move)

    def _other_services(self) -> list[Provider]:
        """Return the services of all profiles except the current one."""
        session = self._use_cases.session
        return [each.provider for each in session.profiles.all if each.id != session.profile]

    async def _transfer(
        self, provider: Provider, parts: Sequence[GlossarySelection], progress: JobProgress, *, is_move: bool
    ) -> None:
        from termdesk.application.session.other_service import other_service
        from termdesk.ui.glossaries.transfer.transfer_dialog import TransferDialog

        transfer, service = self._use_cases.transfer, provider_title(provider)
        async with other_service(self._use_cases.session, provider) as target:
            try:
                plan = await transfer.plan(target, parts, is_move=is_move, progress=progress)
            except AWAY as error:
                retry = partial(self._transfer, provider, parts, is_move=is_move)
                self._tell_away(error, service, partial(self._start, self._job_title(is_move=is_move), retry))
                return
            self._notices.end_topic(_AWAY)
            dialog = TransferDialog(self._pane, plan, service=service)
            if not await show_dialog(dialog):
                return
            if dialog.was_other:
                await transfer.give_up(plan.interrupted)
                await self._pane.read_library()
                return
            await self._run(target, dialog.chosen, service, progress)

    def _tell_away(self, error: TermdeskError, service: str, try_again: Callable[[], None]) -> None:
        """Say that one of both services did not respond while the plan was made."""
        session = self._use_cases.session
        self._away_from = session.profile
        source = provider_title(session.provider)
        title = self.tr("{source} or {service} does not respond, so nothing is sent now")
        self._notices.say(
            title.format(source=source, service=service),
            explain(error).cause,
            kind="error",
            action=self.tr("Try again"),
            on_action=try_again,
            topic=_AWAY,
        )

    async def _run(self, target: ServiceInUse, plan: TransferPlan, service: str, progress: JobProgress) -> None:
        try:
            result = await self._use_cases.transfer.run(target, plan, progress, close_original=self._close_original)
        finally:
            await self._pane.read_library()
            await self.tell_unfinished()
        self._tell(result, service)
        if isinstance(result.failure, TransferInterrupted) and result.failure.is_unfinished:
            # `tell_unfinished` has told everything, with the buttons to go on.
            return
        if result.failure is not None:
            raise result.failure

    async def _close_original(self, key: str) -> None:
        if key in self._pane.open_keys:
            await self._pane.close_dictionary()

    def _tell(self, result: TransferResult, service: str) -> None:
        if not result.copies:
            return
        count, is_move = len(result.copies), result.copies[0].is_move
        if is_move:
            one, many = self.tr("Moved “{name}” to {service}"), self.tr("Moved %Ln glossaries to {service}", "", count)
        else:
            one, many = (
                self.tr("Copied “{name}” to {service}"),
                self.tr("Copied %Ln glossaries to {service}", "", count),
            )
        title = (one if count == 1 else many).format(name=result.copies[0].name, service=service)
        entries = sum(each.entry_count for each in result.copies)
        words = self.tr("Read back and compared: %Ln entries.", "", entries)
        if is_move:
            words = list_sentences((words, self.tr("“Deleted glossaries” keeps the original.")))
        action = self.tr("Undo…")
        self._notices.say(
            title,
            words,
            kind="good",
            action=action,
            on_action=partial(self.ask_undo, result.copies),
            topic=_topic(result.copies),
        )

    # Undo

    def ask_undo(self, copies: Sequence[CompletedTransfer]) -> None:
        """Ask whether to undo transfers to one service, and undo them."""
        self._start(self.tr("Undoing on the other service"), partial(self._undo, copies))

    async def _undo(self, copies: Sequence[CompletedTransfer], progress: JobProgress) -> None:
        from termdesk.application.session.other_service import other_service

        is_move, profile = copies[0].is_move, copies[0].other_profile
        if copies[0].profile != self._use_cases.session.profile:
            self._tell_came_from(copies[0])
            return
        provider = next((each for each in self._other_services() if each.profile == profile), None)
        if provider is None:
            self._tell_no_profile(profile)
            return
        service = provider_title(provider)
        if not await self._agrees_to_undo(service, copies, is_move=is_move):
            return
        if self._is_shown(provider):
            self._tell_shown(service)
            return
        try:
            async with other_service(self._use_cases.session, provider) as target:
                result = await self._use_cases.transfer.undo(target, copies, progress)
        finally:
            await self._pane.read_library()
        if result.failure is None:
            # There is nothing left to undo.
            self._notices.end_topic(_topic(copies))
        if result.undone:
            message = self.tr("Deleted again on {service}: {names}").format(
                service=service, names=list_names(result.undone)
            )
            words = self.tr("The original is a draft here. Publish it to have it on its service again.")
            self._notices.say(message, words if is_move else "", kind="good")
        if result.left_alone:
            self._notices.say(
                self.tr("Changed on {service} since, so it stays there: {names}").format(
                    service=service, names=list_names(result.left_alone)
                ),
                self.tr("“Deleted glossaries” keeps the original.") if is_move else "",
                kind="warning",
            )
        if result.failure is not None:
            raise result.failure

    def _is_shown(self, provider: Provider) -> bool:
        profiles = self._use_cases.session.profiles.all
        return any(self._is_elsewhere(each.id) for each in profiles if each.provider == provider)

    async def _agrees_to_undo(self, service: str, copies: Sequence[CompletedTransfer], *, is_move: bool) -> bool:
        names = list_names(each.name for each in copies)
        words = self.tr(
            "What was copied there is deleted, unless somebody has changed it since. “Deleted glossaries” of that "
            "profile keeps it."
        )
        title = self.tr("Undo the copy to {service}: {names}?")
        if is_move:
            title = self.tr("Undo the move to {service}: {names}?")
            back = self.tr(
                "The original comes back as a draft. Published again, it gets another id: programs that use the old "
                "one do not find it."
            )
            words = list_sentences((back, words))
        title = title.format(service=service, names=names)
        return await confirm(self._pane, title, self.tr("Undo"), text=words, is_dangerous=True)

    # Interrupted transfers

    async def tell_of_service(self) -> None:
        """Report the unfinished transfers from the service in use. Those from another one are no longer offered.

        Raises StorageFailed.
        """
        if self._away_from != self._use_cases.session.profile:
            self._notices.end_topic(_AWAY)
        await self.tell_unfinished()

    async def tell_unfinished(self) -> None:
        """Report each unfinished transfer once for each state, and offer to decide. Raises StorageFailed."""
        unfinished = await self._use_cases.transfer.find_unfinished()
        for ended in self._reported.keys() - {each.transfer_id for each in unfinished}:
            self._notices.end_topic(_topic_of_unfinished(ended))
            del self._reported[ended]
        for record in unfinished:
            if self._reported.get(record.transfer_id) == record:
                continue
            from termdesk.ui.glossaries.transfer.interrupted_dialog import transfer_title

            self._reported[record.transfer_id] = record
            interrupted = self._interruption(record)
            self._notices.say(
                transfer_title(interrupted),
                list_sentences(localize(each) for each in interrupted.facts),
                kind="warning",
                action=self.tr("Decide…"),
                on_action=partial(self._ask_to_continue, record),
                topic=_topic_of_unfinished(record.transfer_id),
            )

    def _interruption(self, record: TransferRecord) -> InterruptedTransfer:
        """Return how far a transfer came, with the names of the services and the reason as the window shows them."""
        from termdesk.application.glossaries.transfer.interrupted_transfer import InterruptedTransfer, reason_of

        session = self._use_cases.session
        target = profile_title(record.other_profile, session.profiles.names)
        stored = decode_failure(record.stop_reason)
        words = explain_failure(stored.failure).cause if stored is not None else ""
        return InterruptedTransfer(record, provider_title(session.provider), target, reason_of(stored, words))

    def _ask_to_continue(self, record: TransferRecord) -> None:
        self._start(self._job_title(is_move=record.is_move), partial(self._continue, record.transfer_id))

    async def _continue(self, transfer_id: str, progress: JobProgress) -> None:
        # If the transfer is interrupted again, a new notice has to report it.
        self._reported.pop(transfer_id, None)
        self._notices.end_topic(_topic_of_unfinished(transfer_id))
        try:
            for record in await self._use_cases.transfer.find_unfinished():
                if record.transfer_id == transfer_id:
                    await self._go_on(record, progress)
        finally:
            await self.tell_unfinished()

    async def _go_on(self, record: TransferRecord, progress: JobProgress) -> None:
        summaries = await self._use_cases.library.summaries()
        summary = next((each for each in summaries if each.key == record.key), None)
        rows = [row for row in summary.rows if row.pair in record.pairs] if summary is not None else []
        known = [each for each in self._other_services() if each.profile == record.other_profile]
        if summary is None or not rows:
            await self._settle(record, known[0] if known else None)
            return
        from termdesk.ui.glossaries.transfer.interrupted_dialog import InterruptedDialog, TransferChoice

        remains = await self._use_cases.transfer.remains(record)
        dialog = InterruptedDialog(self._pane, self._interruption(record), remains)
        if not await show_dialog(dialog):
            return
        parts = [GlossarySelection(summary, tuple(rows))]
        if dialog.choice is TransferChoice.GIVE_UP:
            await self._use_cases.transfer.give_up([record])
            await self._pane.read_library()
        elif dialog.choice is TransferChoice.UNDO:
            await self._undo_unfinished(known[0] if known else None, record, progress)
        elif known:
            await self._transfer(known[0], parts, progress, is_move=record.is_move)
        else:
            await self._ask(parts, progress, is_move=record.is_move)

    async def _undo_unfinished(self, provider: Provider | None, record: TransferRecord, progress: JobProgress) -> None:
        from termdesk.application.glossaries.transfer.transfer_plan import UnfinishedUndo
        from termdesk.application.session.other_service import other_service

        if provider is None:
            self._tell_no_profile(record.other_profile)
            return
        service = provider_title(provider)
        if self._is_shown(provider):
            self._tell_shown(service)
            return
        await self._close_original(record.key)
        try:
            async with other_service(self._use_cases.session, provider) as target:
                outcome = await self._use_cases.transfer.undo_unfinished(target, record, progress)
        finally:
            await self._pane.read_library()
        if outcome is not UnfinishedUndo.LEFT_ALONE:
            title = self.tr("Undone: nothing of “{name}” is left on {service}")
            is_restored = outcome is UnfinishedUndo.ORIGINAL_RESTORED
            words = self.tr("What was deleted of the original is back as drafts.") if is_restored else ""
            self._notices.say(title.format(name=record.name, service=service), words, kind="good")
        else:
            title = self.tr("“{name}” was changed on {service} since, so it stays there")
            words = self.tr("Continue to complete it, or give up to keep it as it is.")
            self._notices.say(title.format(name=record.name, service=service), words, kind="warning")

    def _tell_shown(self, service: str) -> None:
        """Say that somebody may be editing the copy: deleting it would lose these edits."""
        title = self.tr("Another window shows {service}.").format(service=service)
        self._notices.say(title, self.tr("Close that window, then undo."), kind="warning", topic=_NOT_UNDONE)

    def _tell_came_from(self, copy: CompletedTransfer) -> None:
        """Say that another service is in use than the one that the original came from."""
        session = self._use_cases.session
        source = profile_title(copy.profile, session.profiles.names)
        title = self.tr("“{name}” came from {source}, and the service in use is {service}.")
        title = title.format(name=copy.original_name, source=source, service=provider_title(session.provider))
        self._notices.say(title, localize(TransferRemedy.USE_ITS_PROFILE()), kind="warning", topic=_NOT_UNDONE)

    async def _settle(self, record: TransferRecord, provider: Provider | None) -> None:
        """End a transfer whose original is gone: the transfer itself or the user has deleted it."""
        from termdesk.application.glossaries.transfer.transfer_plan import TransferResult
        from termdesk.application.session.other_service import other_service

        if provider is None:
            self._tell_no_profile(record.other_profile)
            return
        async with other_service(self._use_cases.session, provider) as target:
            completed = await self._use_cases.transfer.settle(target, record)
        self._tell(TransferResult((completed,)), provider_title(provider))

    def _tell_no_profile(self, profile: str) -> None:
        service = profile_title(profile, self._use_cases.session.profiles.names)
        title = self.tr("No profile connects to {service} any more.").format(service=service)
        words = self.tr("Make one in File › Profiles, then try again.")
        self._notices.say(title, words, kind="warning", topic=_NOT_UNDONE)


def _topic(copies: Sequence[CompletedTransfer]) -> str:
    """The topic of the notice that offers to undo these transfers."""
    return f"undo_transfer_{copies[0].key}"


def _topic_of_unfinished(transfer_id: str) -> str:
    """The topic of the notice that offers to resume a transfer."""
    return f"unfinished_transfer_{transfer_id}"


def _parts(items: Sequence[LibraryItem]) -> list[GlossarySelection]:
    return select_dictionaries((item.summary, item.row) for item in items)
