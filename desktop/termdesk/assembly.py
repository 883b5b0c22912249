"""Creates the objects of the program, and closes all of them in reverse order."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QApplication

from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.recovery.upkeep import Sleep, upkeep
from termdesk.application.session.session import Session
from termdesk.domain.errors import InvalidInput, StorageFailed
from termdesk.domain.profile import Profile
from termdesk.domain.window_memory import LibraryMemory, TextDrafts
from termdesk.resources import read_icons
from termdesk.storage.files.atomic_file import atomic_write
from termdesk.storage.files.crash_log import CrashLog
from termdesk.storage.files.folders import Folders
from termdesk.storage.integrity.damage import DatabaseDamaged
from termdesk.storage.keys import KeyStore
from termdesk.storage.records import Records
from termdesk.storage.settings.settings_store import SettingsStore
from termdesk.storage.settings.window_state import WindowState
from termdesk.ui.app_controller import AppController
from termdesk.ui.folder_watcher import FolderWatcher
from termdesk.ui.shell.idle_gc import collects_when_idle
from termdesk.ui.shell.uncaught import report_uncaught
from termdesk.ui.widgets import theme

if TYPE_CHECKING:
    from termdesk.application.recovery.database_repair import RepairResult

log = logging.getLogger("termdesk")

# Preferences that a command changes are noticed after this many milliseconds.
_QUIET_SETTINGS = 150


class StartAbandoned(Exception):
    """The saved work is damaged, and the user quits instead of repairing it."""


@dataclass(frozen=True, slots=True)
class Assembly:
    """The parts of the running program that its caller needs."""

    records: Records
    use_cases: LazyUseCases
    controller: AppController
    windows: Windows


@asynccontextmanager
async def assemble(
    app: QApplication,
    folders: Folders,
    crash_log: CrashLog,
    *,
    key_store: KeyStore | None = None,
    is_read_only: bool = False,
    report_bug: Callable[[BaseException], None] | None = None,
    sleep: Sleep = asyncio.sleep,
    profile: str = "",
) -> AsyncIterator[Assembly]:
    """Build the program in these folders, and close it at the end of the block. The window is not shown yet.

    `crash_log` describes earlier runs. Keys are in `key_store`, by default that of the system. `report_bug` receives
    uncaught exceptions; by default a dialog shows them. Maintenance of the saved work waits with `sleep`. `profile` is
    the name of the profile to use, by default the last one. Raises InvalidInput for an unknown name, StartAbandoned,
    and StorageFailed if the folders cannot be used.
    """
    async with AsyncExitStack() as stack:
        store = SettingsStore(folders)
        session = Session(folders, store.settings, key_store or KeyStore(), name=profile)
        # Read it here: further sessions read the file again, and then find no damage.
        damaged_settings = store.settings.damaged
        theme.apply(app, choice=session.settings.theme, text_size=session.settings.text_size)
        theme.follow_system(app)
        records, repaired = await _open_records(stack, folders, is_read_only=is_read_only)
        use_cases = LazyUseCases(session, records)
        stack.push_async_callback(use_cases.close)
        stack.push_async_callback(session.stop)
        is_safe = crash_log.is_looping
        window_state = store.set_window_aside() if is_safe else store.window
        stack.callback(window_state.save)
        controller = AppController(use_cases, window_state)
        stack.push_async_callback(controller.close)
        windows = Windows(store, records, controller)
        stack.enter_context(report_uncaught(report_bug or (lambda error: windows.front.show_bug(error))))
        asyncio.get_running_loop().run_in_executor(None, read_icons)
        stack.push_async_callback(windows.close)
        # A command may change the preferences while the program runs. Files are replaced, so watch their folder.
        watcher = FolderWatcher(quiet=_QUIET_SETTINGS)
        watcher.changed.connect(store.settings.look_again)
        watcher.watch([str(store.settings.path.parent)])
        stack.callback(watcher.end)
        stack.enter_context(collects_when_idle(lambda: windows.are_busy))
        await stack.enter_async_context(
            upkeep(records, lambda error: windows.front.window.notices.fail(error), sleep=sleep)
        )
        if records.is_read_only:
            controller.start_notices.tell_read_only()
        if session.profiles.damaged is not None:
            controller.start_notices.tell_damaged_profiles(session.profiles.damaged)
        if damaged_settings is not None:
            controller.start_notices.tell_damaged_settings(damaged_settings)
        if repaired is not None:
            controller.start_notices.tell_repaired(repaired)
        _tell_crashes(controller, crash_log, window_state if is_safe else None)
        yield Assembly(records, use_cases, controller, windows)


class _FurtherMemory:
    """The memory of a further window.

    It starts as a copy of the first window's memory; only its unfinished texts are saved.
    """

    def __init__(self, first: WindowState, session: Session) -> None:
        self._first = first
        self._session = session
        self._kept_as = session.profile
        self.memory = deepcopy(first.memory)
        self.memory.geometry, self.memory.library = "", LibraryMemory()
        self.memory.forget_drafts()
        self.memory.drafts = first.memory.further_drafts.get(session.profile, TextDrafts())

    def save(self) -> None:
        """Save the unfinished texts under the profile that the window shows now, which may have changed.

        All other memory is saved by the first window.
        """
        self._hand_over()
        self._first.save()

    def save_in_background(self) -> None:
        """Same as `save`, in a thread."""
        self._hand_over()
        self._first.save_in_background()

    def _hand_over(self) -> None:
        kept = self._first.memory.further_drafts
        kept.pop(self._kept_as, None)
        self._kept_as = self._session.profile
        if self.memory.drafts != TextDrafts():
            kept[self._kept_as] = self.memory.drafts
        else:
            kept.pop(self._kept_as, None)

    def forget_drafts(self) -> None:
        """Remove unfinished texts, also from the disk."""
        self.memory.forget_drafts()
        self._first.forget_drafts()


class Windows:
    """All windows of the program: the first one, and one for each further profile. No two windows show the same
    profile.

    They share the saved work, the settings, the profiles and the keys. Each closes alone, even the first one; the
    program ends with the last.
    """

    def __init__(self, store: SettingsStore, records: Records, first: AppController) -> None:
        self._store = store
        self._records = records
        self._first = first
        self.controllers = [first]
        # The window whose whole memory is saved. After it is closed, the next one that opens replaces it.
        self._main: AppController | None = first
        # The profile that this window showed when it was closed.
        self._main_profile = ""
        # Set when the last window is closed.
        self.ended = asyncio.Event()
        self._lives: set[asyncio.Task[None]] = set()
        first.profiles.join_windows(self)
        first.window.closed.connect(self._on_first_closed)

    @property
    def front(self) -> AppController:
        """The open window that was opened first. It shows messages about the whole program."""
        return self.controllers[0] if self.controllers else self._first

    @property
    def are_busy(self) -> bool:
        """Whether a job runs in any window."""
        return any(each.window.jobs.running for each in self.controllers)

    def shows(self, profile_id: str, *, besides: Session) -> bool:
        """Return whether any window but that of the session `besides` shows this profile."""
        sessions = [each.use_cases.session for each in self.controllers]
        return any(each.profile == profile_id for each in sessions if each is not besides)

    def open(self, profile: Profile, files: Sequence[str] = ()) -> None:
        """Open a window for a profile, or bring its window to the front. The window imports `files`."""
        for controller in self.controllers:
            if controller.use_cases.session.profile == profile.id:
                controller.come_to_front(files)
                return
        controller = self._new_controller(profile)
        self.controllers.append(controller)
        self._follow(self._live(controller))
        controller.show()
        controller.connect_in_background()
        if files:
            controller.come_to_front(files)

    def open_named(self, name: str, files: Sequence[str]) -> None:
        """Open a window for the profile of this name, as requested by another start of the program."""
        try:
            profile = self._first.use_cases.session.profiles.find(name)
        except InvalidInput as error:
            self.front.come_to_front(files)
            self.front.window.notices.fail(error)
            return
        self.open(profile, files)

    def _new_controller(self, profile: Profile) -> AppController:
        shared = self._first.use_cases.session
        session = Session(
            shared.folders,
            self._store.settings,
            shared.keys.store,
            profiles=shared.profiles,
            provider=profile.provider,
        )
        is_main = self._main is None
        if is_main:
            self._store.window.memory.change_drafts(self._main_profile, session.profile)
        memory = self._store.window if is_main else _FurtherMemory(self._store.window, session)
        controller = AppController(LazyUseCases(session, self._records), memory)
        controller.profiles.join_windows(self)
        if is_main:
            self._main = controller
        return controller

    def _follow(self, work: Coroutine[Any, Any, None]) -> None:
        life = asyncio.get_running_loop().create_task(work, name="window")
        self._lives.add(life)
        life.add_done_callback(self._lives.discard)

    def _on_first_closed(self) -> None:
        if self.controllers == [self._first]:
            # The first window is closed together with the rest of the program.
            self.ended.set()
        else:
            self.controllers.remove(self._first)
            self._note_closed(self._first)
            self._follow(self._retire_first())

    def _note_closed(self, controller: AppController) -> None:
        if self._main is controller:
            self._main, self._main_profile = None, controller.use_cases.session.profile

    async def _retire_first(self) -> None:
        """Close what belongs to the first window only, because other windows continue."""
        try:
            await _close(self._first)
        finally:
            await self._first.use_cases.session.stop()

    async def _live(self, controller: AppController) -> None:
        try:
            await controller.closed.wait()
        finally:
            self.controllers.remove(controller)
            self._note_closed(controller)
            if not self.controllers:
                self.ended.set()
            try:
                await _close(controller)
            finally:
                cases = controller.use_cases
                await cases.session.stop()
                assert isinstance(cases, LazyUseCases)
                await cases.close()

    def quit(self) -> None:
        """Ask every window to close. The program ends if all of them do."""
        for controller in tuple(self.controllers):
            controller.window.close()

    def close_now(self) -> None:
        """Close all windows without asking. Edits are on disk, and are drafts at the next start."""
        for controller in tuple(self.controllers):
            controller.window.close_now()

    async def close(self) -> None:
        """Close all but the first window. Their edits and texts are on disk, and return at the next start."""
        for controller in [each for each in self.controllers if each is not self._first]:
            try:
                await controller.window.may_close()
            except StorageFailed as error:
                log.error("%s %s", error.message, error.remedy)
            controller.window.close_now()
        if self._lives:
            await asyncio.wait(set(self._lives))


async def _close(controller: AppController) -> None:
    """Close a window whose user was asked. A failure to save its last edits was already shown, so it is only logged."""
    try:
        await controller.close()
    except StorageFailed as error:
        log.error("%s %s", error.message, error.remedy)


def _tell_crashes(controller: AppController, crash_log: CrashLog, set_aside: WindowState | None) -> None:
    """Offer the report of the last crash.

    After several crashes, say that nothing was restored, and offer to restore it.
    """
    if set_aside is not None:

        def go_on() -> None:
            crash_log.forget_crashes()
            set_aside.take_back()

        controller.start_notices.tell_safe_mode(go_on)
    if crash_log.report:
        controller.start_notices.offer_crash_report(
            crash_log.report,
            write=lambda path, text: atomic_write(path, [text.encode()]),
            delete=crash_log.delete_report,
        )


async def _open_records(
    stack: AsyncExitStack, folders: Folders, *, is_read_only: bool
) -> tuple[Records, RepairResult | None]:
    """Open the saved work, after a repair if it is damaged. Raises StartAbandoned if the user quits instead."""
    repaired, path = None, folders.data / "termdesk.db"
    while True:
        try:
            return await stack.enter_async_context(Records(path, read_only=is_read_only)), repaired
        except DatabaseDamaged as error:
            log.error("%s %s", error.message, error.remedy)
            repaired = await _repair(error)
            if repaired is None:
                raise StartAbandoned from error


async def _repair(error: DatabaseDamaged) -> RepairResult | None:
    from termdesk.application.recovery.database_repair import DatabaseRepair
    from termdesk.ui.recovery.damage_dialog import repair_damage

    return await repair_damage(DatabaseRepair(error))
