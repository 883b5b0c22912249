"""The single source of truth for the user's settings and the window's memory."""

from __future__ import annotations

from functools import cached_property

from termdesk.storage.files.folders import Folders
from termdesk.storage.settings.settings_file import SettingsFile
from termdesk.storage.settings.window_state import WindowState


class SettingsStore:
    """Holds the settings (`settings.json`) and the window's memory (`window.json`), each as a typed value.

    They are two files because a damaged memory is discarded, while damaged settings are set aside and reported.
    """

    def __init__(self, folders: Folders) -> None:
        self.settings = SettingsFile(folders.config / "settings.json")
        self._window_path = folders.state / "window.json"

    @cached_property
    def window(self) -> WindowState:
        """The memory of the window, read at the first access."""
        return WindowState(self._window_path)

    def set_window_aside(self) -> WindowState:
        """Start with an empty memory, for example after crashes that it may have caused.

        Call this before `window` is read.
        """
        self.window = WindowState.set_aside(self._window_path)
        return self.window
