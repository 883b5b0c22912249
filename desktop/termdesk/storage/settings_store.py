"""The one place for what the user set and what the window remembers."""

from __future__ import annotations

from functools import cached_property

from termdesk.storage.files.folders import Folders
from termdesk.storage.settings_file import SettingsFile
from termdesk.storage.window_state import WindowState


class SettingsStore:
    """Holds the settings (`settings.json`) and the window's memory (`window.json`), each as a typed value.

    They are two files because a damaged memory is thrown away, while damaged settings are set aside and reported.
    """

    def __init__(self, folders: Folders) -> None:
        self.settings = SettingsFile(folders.config / "settings.json")
        self._window_path = folders.state / "window.json"

    @cached_property
    def window(self) -> WindowState:
        """The memory of the window. It is read at the first access."""
        return WindowState(self._window_path)

    def set_window_aside(self) -> WindowState:
        """Begin with an empty memory, as after crashes that it may cause. Call this before `window` is first read."""
        self.window = WindowState.set_aside(self._window_path)
        return self.window
