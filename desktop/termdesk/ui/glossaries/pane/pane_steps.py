"""What every activity of the Glossaries pane works with, each in a module of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.shell.main_window import Remembered
from termdesk.ui.shell.notices import Notices
from termdesk.ui.shell.use_cases import UseCases

if TYPE_CHECKING:
    from termdesk.ui.glossaries.pane.glossaries_pane import GlossariesPane


class PaneSteps(QObject):
    """One activity: asks the user, starts jobs, says what came of them. The pane shows the results."""

    def __init__(
        self, pane: GlossariesPane, use_cases: UseCases, *, remembered: Remembered, jobs: Jobs, notices: Notices
    ) -> None:
        super().__init__(pane)
        self._pane = pane
        self._use_cases = use_cases
        self._remembered = remembered
        self._jobs = jobs
        self._notices = notices
