"""The About dialog: version, folders, engines, and the licenses of all dependencies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QDialogButtonBox, QPlainTextEdit, QWidget

from termdesk import __version__
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_table import PlainTable
from termdesk.ui.words.lists import list_facts
from termdesk.ui.words.message_words import localize

if TYPE_CHECKING:
    from termdesk.application.session.local_engines import Engine


class AboutDialog(Question):
    """Lists these engines. `notices` are shown on demand."""

    def __init__(self, parent: QWidget, *, engines: Sequence[Engine], folder: str, notices: str) -> None:
        super().__init__(
            parent,
            QCoreApplication.translate("AboutDialog", "Termdesk {version}").format(version=__version__),
            self.tr("The desktop for people who live by terminology. Apache License 2.0."),
            self.tr("Close"),
        )
        self.setObjectName("about_dialog")
        self.resize(860, 420)
        folder_label = PlainLabel(self.tr("Your data is in {folder}").format(folder=folder), wraps=True, tone="muted")
        folder_label.make_selectable()
        self.insert(folder_label)
        table = PlainTable(
            "about_engines",
            self.tr("Engines on this computer"),
            headings=[self.tr("Engine"), self.tr("Serves"), self.tr("Version and license"), self.tr("State")],
            rows=[
                (
                    localize(each.name),
                    localize(each.serves),
                    list_facts((each.version, localize(each.license))),
                    localize(each.state),
                )
                for each in engines
            ],
            stretch=1,
        )
        self.insert(table)
        table.setVisible(bool(engines))
        self.buttons.button(self.buttons.StandardButton.Cancel).hide()
        self._notices = notices
        licenses = self.buttons.addButton(self.tr("&Licenses…"), QDialogButtonBox.ButtonRole.ActionRole)
        licenses.setObjectName("about_licenses")
        licenses.setAutoDefault(False)
        licenses.clicked.connect(self._show_licenses)

    def _show_licenses(self) -> None:
        LicensesDialog(self, self._notices).open()


class LicensesDialog(Question):
    """The third-party notices as text."""

    def __init__(self, parent: QWidget, notices: str) -> None:
        super().__init__(
            parent,
            self.tr("Licenses"),
            self.tr("Termdesk uses these packages. Their licenses follow the list."),
            self.tr("Close"),
        )
        self.setObjectName("licenses_dialog")
        self.resize(860, 480)
        text = QPlainTextEdit(notices)
        text.setObjectName("licenses_text")
        text.setAccessibleName(self.tr("Licenses"))
        text.setReadOnly(True)
        # The text is English in every interface language. Tab leaves the field.
        text.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        text.setTabChangesFocus(True)
        self.insert(text)
        self.buttons.button(self.buttons.StandardButton.Cancel).hide()
