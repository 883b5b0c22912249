"""File › Recent services: this computer and the services used last, one click each."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QMenu, QWidget

from termdesk.application.session.providers import LOCAL
from termdesk.domain.provider import Provider
from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.words.service_words import provider_title, service_title


class RecentServicesMenu(QMenu):
    """Is filled when it opens, the last one first. The one in use is ticked."""

    def __init__(
        self,
        remembered: WindowMemory,
        *,
        in_use: Callable[[], Provider],
        use: Callable[[Provider | str], object],
        parent: QWidget,
    ) -> None:
        super().__init__(self.tr("Recent ser&vices"), parent)
        self.setObjectName("menu_recent_services")
        self._remembered = remembered
        self._in_use = in_use
        self._use = use
        self.aboutToShow.connect(self._fill)

    def _fill(self) -> None:
        self.clear()
        now = self._in_use()
        self._add(service_title(LOCAL), LOCAL, is_used=now.is_local)
        for provider in self._remembered.recent_services:
            is_same = (provider.name, provider.base_url) == (now.name, now.base_url)
            self._add(provider_title(provider), provider, is_used=is_same)

    def _add(self, title: str, provider: Provider | str, *, is_used: bool) -> None:
        action = self.addAction(title.replace("&", "&&"))
        action.setCheckable(True)
        action.setChecked(is_used)
        action.triggered.connect(partial(self._choose, provider, is_used))

    def _choose(self, provider: Provider | str, is_used: bool, _checked: bool = False) -> None:
        if not is_used:
            self._use(provider)
