"""File › Use a profile: all profiles, one click each."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QMenu, QWidget

from termdesk.application.session.profiles import Profiles
from termdesk.ui.profiles.profile_mark import profile_icon
from termdesk.ui.words.service_words import provider_title


class ProfilesMenu(QMenu):
    """Is filled when it opens, in the order of the user. The one in use is ticked."""

    def __init__(
        self, profiles: Profiles, *, in_use: Callable[[], str], use: Callable[[str], object], parent: QWidget
    ) -> None:
        """`in_use` gives the id of the profile in use; `use` gets that of the one to change to."""
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
