"""Opens the notebook of changes, and copies the ids that services give to glossaries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication

from termdesk.ui.glossaries.workspace import PanePart
from termdesk.ui.shell.job_keys import JobKind

if TYPE_CHECKING:
    from termdesk.application.glossaries.summaries import Place


class NotebookFlow(PanePart):
    """Provides the information that the support of a service needs."""

    def show(self) -> None:
        """Show all changes that were requested from services."""
        self._jobs.start(JobKind.SHOW_NOTEBOOK, self.tr("Changes on services"), self._show)

    async def _show(self) -> None:
        from termdesk.ui.glossaries.notebook.notebook_dialog import show_notebook

        titles = self._use_cases.session.profiles.names
        await show_notebook(self._pane, self._use_cases.notebook, self._jobs, service_titles=titles)

    def copy_id(self, place: Place) -> None:
        """Copy the id of a published glossary to the clipboard."""
        if place.summary.glossary_id is not None:
            QGuiApplication.clipboard().setText(place.summary.glossary_id)
            self._notices.say(self.tr("The id of “{name}” is on the clipboard").format(name=place.summary.name), "")
