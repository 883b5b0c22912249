"""The menu File › Use a profile: lists all profiles."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QMenu, QWidget

from termdesk.application.session.profiles import Profiles
from termdesk.ui.profiles.profile_mark import profile_icon
from termdesk.ui.words.service_words import provider_title


class ProfilesMenu(QMenu):
    """A menu that is filled when it opens, in the user's order. The profile in use is ticked."""

    def __init__(
        self, profiles: Profiles, *, in_use: Callable[[], str], use: Callable[[str], object], parent: QWidget
    ) -> None:
        """Build the menu.

        `in_use` returns the id of the profile in use; `use` gets the id of the profile to switch to.
        """
        super().__init__(self.tr("&Use a profile"), parent)
        self.setObjectName("menu_profiles")
        self._profiles = profiles
        self._in_use = in_use
        self._use = use
        self.aboutToShow.connect(self._fill)

    def _fill(self) -> None:
        self.clear()
        now = self._in_use()
        for profile in self._profiles.all:
            action = self.addAction(profile_icon(profile.color), provider_title(profile.provider).replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(profile.id == now)
            action.triggered.connect(partial(self._choose, profile.id, profile.id == now))

    def _choose(self, profile_id: str, is_used: bool, _checked: bool = False) -> None:
        if not is_used:
            self._use(profile_id)
