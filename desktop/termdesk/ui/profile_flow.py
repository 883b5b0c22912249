"""Actions with profiles: connect, edit, and switch."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from termdesk.application.session.profile_keys import NO_SECRETS, Secrets
from termdesk.application.session.profiles import RemovedProfile, new_profiles
from termdesk.application.session.session import ConnectionState, Session
from termdesk.domain.key_scope import UNKNOWN_REACH
from termdesk.domain.profile import Profile
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.main_window import MainWindow

if TYPE_CHECKING:
    from termdesk.application.session.connection_test import FoundConnection
    from termdesk.domain.provider import Provider

# Stores a profile with these secrets and switches to it. True means that only its address has changed, not its service.
UseProfile = Callable[[Profile, Secrets, bool], Coroutine[Any, Any, None]]


class ProfileWindows(Protocol):
    """The windows of the program. Each shows a different profile."""

    def shows(self, profile_id: str, *, besides: Session) -> bool:
        """Return whether any window but that of the session `besides` shows this profile."""

    def open(self, profile: Profile) -> None:
        """Open a window for a profile, or bring its window to the front."""

    def open_named(self, name: str, files: Sequence[str]) -> None:
        """Open a window for the profile of this name. The window imports `files`."""

    def quit(self) -> None:
        """Ask every window to close."""


class ProfileFlow:
    """Opens the dialogs about profiles as jobs of the window, and applies their results."""

    def __init__(self, window: MainWindow, session: Session, *, use: UseProfile) -> None:
        self._window = window
        # None if the program cannot open further windows.
        self.windows: ProfileWindows | None = None
        self._session = session
        self._use = use

    def join_windows(self, windows: ProfileWindows) -> None:
        """Make this one of the program's windows. They know their first window, so they are created after it."""
        self.windows = windows

    def connect_to_service(self) -> None:
        """Let the user choose, test and connect to a profile."""
        self._window.jobs.start(JobKind.CHOOSE_SERVICE, _tr("Choosing a service"), self._connect)

    def use(self, profile_id: str) -> None:
        """Switch to a profile by its id."""
        profile = self._session.profiles.get(profile_id)
        if profile is not None and self.is_elsewhere(profile_id):
            self.open_window(profile_id)
        elif profile is not None:
            self._window.jobs.start(
                JobKind.CHOOSE_SERVICE, _tr("Choosing a service"), partial(self._use, profile, NO_SECRETS, False)
            )

    def open_window(self, profile_id: str) -> None:
        """Open another window for a profile, or bring its window to the front."""
        profile = self._session.profiles.get(profile_id)
        if profile is not None and self.windows is not None:
            self.windows.open(profile)

    def open_named(self, name: str, files: Sequence[str]) -> None:
        """Open a window for the profile of this name. The window imports `files`."""
        if self.windows is not None:
            self.windows.open_named(name, files)

    def quit(self) -> None:
        """Close all windows. Each may ask first."""
        (self.windows.quit if self.windows is not None else self._window.close)()

    def is_elsewhere(self, profile_id: str) -> bool:
        """Return whether another window shows this profile."""
        return self.windows is not None and self.windows.shows(profile_id, besides=self._session)

    def show_profiles(self) -> None:
        """Show all profiles, for editing."""
        self._window.jobs.start(JobKind.SHOW_PROFILES, _tr("Profiles"), self._show_profiles)

    def test_key(self) -> None:
        """Ask the service again what the key in use allows."""
        self._window.jobs.start(JobKind.TEST_CONNECTION, _tr("Testing the key"), self._test_key)

    async def _test_key(self) -> None:
        from termdesk.application.session.connection_test import retest_key
        from termdesk.ui.words.message_words import localize

        found = await retest_key(self._session)
        kind = "warning" if found.lacks else "good"
        self._window.notices.say(_tr("The key was tested"), localize(found.sentence), kind=kind)
        for pane in self._window.panes:
            # Calls that were refused before may now be allowed.
            pane.service_changed()

    async def _connect(self) -> None:
        known = self._session.profiles.all
        offered = (*known, *new_profiles())
        current = self._session.profile
        if self._session.state is ConnectionState.READY:
            # If already connected, the user wants another connection.
            current = next((each.id for each in offered if each.id != current), current)
        chosen = await self._ask(self._window, offered, is_edit=False, current=current)
        if chosen is not None and self.is_elsewhere(chosen[0].id):
            self.open_window(chosen[0].id)
        elif chosen is not None and (meant := await self._settle_address(self._window, chosen[0])) is not None:
            await self._use(meant[0], chosen[1], meant[1])

    async def _show_profiles(self) -> None:
        from termdesk.ui.preferences.profiles_dialog import ProfileOrders, ProfilesDialog
        from termdesk.ui.widgets.dialogs import show_dialog

        session = self._session
        orders = ProfileOrders(self._edit, session.remove_profile, lambda: session.profile, self.is_elsewhere)
        dialog = ProfilesDialog(self._window, session.profiles, orders, self._window.jobs)
        dialog.use_asked.connect(self.use)
        dialog.window_asked.connect(self.open_window)
        await show_dialog(dialog)

    async def _edit(self, parent: QWidget, profile: Profile | None) -> Profile | None:
        """Let the user edit a profile, or create one. None if nothing was changed."""
        chosen = await self._ask(parent, [profile] if profile else new_profiles(), is_edit=True)
        if chosen is None:
            return None
        session, secrets = self._session, chosen[1]
        meant = await self._settle_address(parent, chosen[0])
        if meant is None:
            return None
        changed, is_same = meant
        is_used = changed.id == session.profile
        if is_used and (secrets != NO_SECRETS or changed.provider != session.provider):
            await self._use(changed, secrets, is_same)
            return session.profile_in_use
        return await session.save_profile(
            changed, secrets.key, proxy_password=secrets.proxy_password, is_same_service=is_same
        )

    async def _settle_address(self, parent: QWidget, profile: Profile) -> tuple[Profile, bool] | None:
        """Return the profile to store, and whether its new address leads to the same service; None if the user
        cancelled.

        For another service a new profile is made. That with the old address is unchanged.
        """
        from termdesk.ui.widgets.dialogs import choose_one
        from termdesk.ui.words.service_words import provider_title

        old = self._session.profiles.get(profile.id)
        if old is None and (removed := self._session.profiles.find_removed(profile)):
            return await self._settle_account(parent, profile, removed)
        if old is None or not self._session.profiles.leads_elsewhere(profile):
            return profile, False
        same, other = _tr("Same service, new address"), _tr("Another service")
        text = _tr(
            "With “Same service, new address”, drafts, versions, history and ledger stay with the profile, and the key "
            "for the former address is removed. With “Another service”, this profile stays as it is, and the new "
            "address gets a profile of its own."
        )
        title = _tr("The profile “{name}” has a new address").format(name=provider_title(old.provider))
        chosen = await choose_one(parent, title, same, other, text=text)
        if chosen != other:
            return None if chosen is None else (profile, True)
        is_own_name = provider_title(profile.provider) != provider_title(old.provider)
        provider = replace(profile.provider, profile="", title=profile.provider.title if is_own_name else "")
        return replace(
            profile, provider=provider, reach=UNKNOWN_REACH if profile.reach == old.reach else profile.reach
        ), False

    async def _settle_account(
        self, parent: QWidget, profile: Profile, removed: Sequence[RemovedProfile]
    ) -> tuple[Profile, bool] | None:
        """Return the new profile, and whether it is for the account of a deleted one, whose id it then has; None if
        the user cancelled.
        """
        from termdesk.ui.profiles.account_question import AccountQuestion
        from termdesk.ui.widgets.dialogs import show_dialog
        from termdesk.ui.words.service_words import provider_title

        question = AccountQuestion(parent, provider_title(profile.provider), removed)
        if not await show_dialog(question):
            return None
        if question.was_other:
            return profile, False
        return replace(profile, provider=replace(profile.provider, profile=question.chosen.id)), True

    async def _ask(
        self, parent: QWidget, profiles: tuple[Profile, ...] | list[Profile], *, is_edit: bool, current: str = ""
    ) -> tuple[Profile, Secrets] | None:
        from termdesk.application.session.connection_test import try_connection
        from termdesk.ui.preferences.connect_dialog import KeptKeys, ask_connection
        from termdesk.ui.words.wait_words import wait_words

        session = self._session

        async def connection_test(provider: Provider, secrets: Secrets) -> FoundConnection:
            key = secrets.key or await session.keys.get(provider)
            password = secrets.proxy_password or await session.keys.proxy_password(provider)
            return await try_connection(provider, key, proxy_password=password, clients=session.clients)

        async def has_key(provider: Provider) -> bool:
            return bool(await session.keys.get(provider))

        async def has_proxy_password(provider: Provider) -> bool:
            return bool(await session.keys.proxy_password(provider))

        return await ask_connection(
            parent,
            profiles,
            current=current,
            jobs=self._window.jobs,
            connection_test=connection_test,
            kept=KeptKeys(has_key, session.forget_key, has_proxy_password),
            get_wait=lambda: wait_words(session.clients.pauses),
            is_edit=is_edit,
        )


def _tr(text: str) -> str:
    return QCoreApplication.translate("ProfileFlow", text)
