"""Connecting to a service: which one, with which key, tried before it is used."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QComboBox, QFormLayout, QHBoxLayout, QLineEdit, QPushButton, QToolButton, QWidget
from shiboken6 import isValid

from termdesk.application.session.providers import CUSTOM
from termdesk.domain.errors import InvalidInput, TermdeskError
from termdesk.domain.provider import Dialect, Provider, check_address, check_key
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.widgets.dialogs import Question, answered, confirm
from termdesk.ui.widgets.plain import PlainLabel, caption
from termdesk.ui.widgets.plain_buttons import add_picture
from termdesk.ui.words.failure_words import explain
from termdesk.ui.words.lists import list_sentences
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.service_words import service_title

SECONDS_REVEALED = 10

# Tests a connection with a key and returns a sentence about it. Raises TermdeskError if the service refuses.
ConnectionTest = Callable[[Provider, str], Awaitable[str]]


@dataclass(frozen=True, slots=True)
class KeptKeys:
    """What the dialog may know of keys that are kept, which it never sees: whether there is one, and how it goes.

    `forget` raises TermdeskError where the key may still be there.
    """

    has: Callable[[Provider], Awaitable[bool]]
    forget: Callable[[Provider], Awaitable[None]]


async def ask_connection(
    parent: QWidget,
    providers: Sequence[Provider],
    *,
    current: str,
    jobs: Jobs,
    connection_test: ConnectionTest,
    kept: KeptKeys,
) -> tuple[Provider, str] | None:
    """The service and the key to use from now on (empty: the one that is kept, or none is needed), or None.

    `connection_test` is asked with an empty key for the one that is kept.
    """
    dialog = ConnectDialog(parent, providers, current=current, jobs=jobs, connection_test=connection_test, kept=kept)
    if not await answered(dialog):
        return None
    return dialog.provider(), dialog.key()


class ConnectDialog(Question):
    """The key is masked; it can be looked at for ten seconds and never copied out of the field."""

    def __init__(
        self,
        parent: QWidget,
        providers: Sequence[Provider],
        *,
        current: str,
        jobs: Jobs,
        connection_test: ConnectionTest,
        kept: KeptKeys,
    ) -> None:
        super().__init__(
            parent,
            self.tr("Connect to a service"),
            "",
            self.tr("Connect"),
        )
        self.setObjectName("connect_dialog")
        self.setMinimumWidth(580)
        self._providers = list(providers)
        self._jobs = jobs
        self._connection_test = connection_test
        self._kept = kept
        self._has_key = False
        self._make_fields()
        self.insert(self._form())
        self.buttons.accepted.disconnect()
        self.buttons.accepted.connect(self._on_accept)
        # A connection test that goes on would write its result into a deleted dialog.
        self.finished.connect(self._end_jobs)
        place = next((row for row, each in enumerate(self._providers) if each.name == current), 0)
        self.service.setCurrentIndex(place)
        self._show_provider()

    def _make_fields(self) -> None:
        self.service = QComboBox()
        for provider in self._providers:
            self.service.addItem(service_title(provider.name))
        self.title, self.address, self.free_address, self.suffix, self.scheme = (QLineEdit() for _ in range(5))
        self.dialect = QComboBox()
        self.dialect.addItem(self.tr("Detect"), Dialect.RECOGNISE)
        self.dialect.addItem(self.tr("As specified"), Dialect.SPECIFICATION)
        self.dialect.addItem(self.tr("As the vendor"), Dialect.VENDOR)
        self.dialect.setToolTip(
            self.tr("How entries with quotes are written. “Detect” finds out from the service's answers.")
        )
        self.key_field = _KeyField()
        self.reveal = QToolButton()
        self.reveal.setText(self.tr("Show"))
        self.reveal.clicked.connect(self._reveal)
        self.test = QPushButton(self.tr("Test"))
        self.test.clicked.connect(self._on_test)
        self.forget = QPushButton(self.tr("Forget…"))
        self.forget.setToolTip(self.tr("Remove the stored key of this service"))
        self.forget.setAutoDefault(False)
        self.forget.clicked.connect(self._on_forget)
        for widget, name, words in (
            (self.service, "connect_service", self.tr("Service")),
            (self.title, "connect_title", self.tr("Name (optional)")),
            (self.address, "connect_address", self.tr("Address")),
            (self.free_address, "connect_free_address", self.tr("Address for free keys")),
            (self.suffix, "connect_suffix", self.tr("Free keys end with")),
            (self.scheme, "connect_scheme", self.tr("Authorization scheme")),
            (self.dialect, "connect_dialect", self.tr("Quotes in entries")),
            (self.key_field, "connect_key", self.tr("Key")),
            (self.reveal, "connect_reveal", self.tr("Show the key for ten seconds")),
            (self.test, "connect_test", self.tr("Test the connection")),
            (self.forget, "connect_forget", self.tr("Forget the stored key")),
        ):
            widget.setObjectName(name)
            widget.setAccessibleName(words)
        self.service.currentIndexChanged.connect(self._show_provider)
        for field in (self.address, self.free_address):
            field.textEdited.connect(lambda _text: self._show_kept(False))
            field.editingFinished.connect(self._on_look)

    def _form(self) -> QWidget:
        widget = QWidget()
        self._rows = QFormLayout(widget)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setHorizontalSpacing(16)
        self._rows.setVerticalSpacing(8)
        self._rows.setLabelAlignment(Qt.AlignmentFlag.AlignVCenter)
        key_line = QHBoxLayout()
        key_line.setContentsMargins(0, 0, 0, 0)
        key_line.addWidget(self.key_field, 1)
        key_line.addWidget(self.reveal)
        key_line.addWidget(self.test)
        key_line.addWidget(self.forget)
        self._key_line = QWidget()
        self._key_line.setLayout(key_line)
        self._add_row(self.service, self.service)
        for control in self._technical():
            self._add_row(control, control)
        self._add_row(self.key_field, self._key_line)
        self.result_label = PlainLabel(wraps=True)
        self.result_label.setObjectName("connect_result")
        # Two lines high, so that the dialog keeps its size when a test ends.
        self.result_label.setMinimumHeight(2 * self.result_label.fontMetrics().lineSpacing())
        self.result_label.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._rows.addRow("", self.result_label)
        return widget

    def _technical(self) -> tuple[QWidget, ...]:
        """What only the user's own service needs; the others bring it along."""
        return (self.title, self.address, self.free_address, self.suffix, self.scheme, self.dialect)

    def _add_row(self, control: QWidget, field: QWidget) -> None:
        self._rows.addRow(caption(control.accessibleName(), control), field)

    def provider(self) -> Provider:
        """The service as the fields say. Raises InvalidInput for an address that cannot be used."""
        preset = self._providers[self.service.currentIndex()]
        if preset.is_local:
            return preset
        free = self.free_address.text().strip()
        return replace(
            preset,
            title=self.title.text().strip() if preset.name == CUSTOM else "",
            base_url=check_address(self.address.text()),
            free_base_url=check_address(free) if free else "",
            free_key_suffix=self.suffix.text().strip(),
            scheme=self.scheme.text().strip() or preset.scheme,
            dialect=Dialect(self.dialect.currentData()),
        )

    def key(self) -> str:
        """The key as typed. Empty for the local service, and if the stored key is to be used.

        Raises InvalidInput for what cannot be a key.
        """
        if self._providers[self.service.currentIndex()].is_local or (self._has_key and not self.key_field.text()):
            return ""
        return check_key(self.key_field.text())

    def _show_provider(self) -> None:
        preset = self._providers[self.service.currentIndex()]
        self.title.setText(preset.title)
        self.address.setText(preset.base_url)
        self.free_address.setText(preset.free_base_url)
        self.suffix.setText(preset.free_key_suffix)
        self.scheme.setText(preset.scheme)
        self.dialect.setCurrentIndex(self.dialect.findData(preset.dialect))
        for control in self._technical():
            self._rows.setRowVisible(control, preset.name == CUSTOM)
        self._rows.setRowVisible(self._key_line, not preset.is_local)
        for widget in (self.key_field, self.reveal, self.test):
            widget.setEnabled(not preset.is_local)
        self._say(self._about(preset), tone="muted")
        self.adjustSize()
        self._on_look()

    def _on_look(self) -> None:
        """A key is kept for addresses: other ones may have another."""
        self._jobs.cancel(JobKind.FIND_KEY)
        self._show_kept(False)
        if not self._providers[self.service.currentIndex()].is_local:
            self._jobs.start(
                JobKind.FIND_KEY, self.tr("Looking for a key"), self._look_for_key, on_failure=lambda _error: None
            )

    async def _look_for_key(self) -> None:
        """Whether a key is kept for the service as its fields say."""
        if await self._kept.has(self.provider()):
            self._show_kept(True)
            self._say(self.tr("A key is stored for this service. Paste another one to replace it."), tone="muted")

    def _show_kept(self, has_key: bool) -> None:
        self._has_key = has_key
        self.forget.setEnabled(has_key)
        words = self.tr("The kept key") if has_key else self.tr("Paste the key here")
        self.key_field.setPlaceholderText(words)

    def _about(self, preset: Provider) -> str:
        if preset.is_local:
            return self.tr("No key is needed, and nothing leaves this computer.")
        return self.tr(
            "The key is stored in your system's key store. If there is none, Termdesk keeps it for this session only."
        )

    def _reveal(self) -> None:
        self.key_field.setEchoMode(QLineEdit.EchoMode.Normal)
        QTimer.singleShot(SECONDS_REVEALED * 1000, self.key_field, self._mask)

    def _mask(self) -> None:
        self.key_field.setEchoMode(QLineEdit.EchoMode.Password)

    def _on_test(self) -> None:
        self._say(self.tr("Asking…"), tone="muted")
        self._jobs.start(
            JobKind.TEST_CONNECTION, self.tr("Testing the connection"), self._test, on_failure=self._show_failure
        )

    async def _test(self) -> None:
        self._say(await self._connection_test(self.provider(), self.key()), tone="good")

    def _on_forget(self) -> None:
        self._jobs.start(JobKind.FORGET_KEY, self.tr("Forgetting a key"), self._forget, on_failure=self._show_failure)

    async def _forget(self) -> None:
        provider = self.provider()
        title = provider.base_url if provider.name == CUSTOM else service_title(provider.name)
        words = self.tr(
            "The key is removed from this computer. You need a key to use {service} again. The "
            "service still accepts the key: if somebody else may know it, delete it there too. "
            "Your glossaries stay."
        )
        sure = self.tr("Forget the key of {service}?").format(service=title)
        if await confirm(self, sure, self.tr("Forget the key"), text=words.format(service=title), is_dangerous=True):
            self._jobs.detach()
            await self._kept.forget(provider)
            if not isValid(self):
                return
            self._show_kept(False)
            self.key_field.setFocus()
            self._say(self.tr("The key of {service} is forgotten.").format(service=title), tone="good")

    def _end_jobs(self) -> None:
        for kind in (JobKind.TEST_CONNECTION, JobKind.FIND_KEY):
            self._jobs.cancel(kind)

    def _show_failure(self, error: TermdeskError) -> None:
        told = explain(error)
        self._say(list_sentences((told.cause or told.title, told.next_step)), tone="problem")

    def _on_accept(self) -> None:
        try:
            self.provider()
            self.key()
        except InvalidInput as error:
            self._say(localize(error.message, error.remedy), tone="problem")
            return
        self.accept()

    def _say(self, words: str, *, tone: str) -> None:
        self.result_label.setText(words)
        self.result_label.set_tone(tone)


class _KeyField(QLineEdit):
    """A masked field that gives nothing to the clipboard, also while it is shown."""

    def __init__(self) -> None:
        super().__init__()
        self.setEchoMode(QLineEdit.EchoMode.Password)
        add_picture(self, "connect", self.tr("Key"))

    def copy(self) -> None:
        """Copy nothing: a key does not leave its field."""
        return

    def cut(self) -> None:
        """Cut nothing: a key does not leave its field."""
        return
