"""The dialog for connecting to a service: which one, and with which key. Both can be tested first."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QPushButton, QSizePolicy, QToolButton, QWidget
from shiboken6 import isValid

from termdesk.application.failures import OtherProvider
from termdesk.application.session.connection_test import FoundConnection
from termdesk.application.session.profile_keys import Secrets
from termdesk.application.session.providers import CUSTOM, complete_provider
from termdesk.domain.errors import InvalidInput, TermdeskError
from termdesk.domain.key_scope import KeyReach
from termdesk.domain.profile import Profile
from termdesk.domain.provider import Provider, check_key, check_proxy_login, check_proxy_password
from termdesk.ui.profiles.profile_form import ProfileForm
from termdesk.ui.profiles.profile_mark import profile_icon
from termdesk.ui.profiles.secret_field import SecretField
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.widgets.dialogs import ROOM_FOR_FRAME, Question, choose_files, confirm, show_dialog
from termdesk.ui.widgets.layouts.growing_area import GrowingArea
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_buttons import add_picture, text_button
from termdesk.ui.words.failure_words import explain
from termdesk.ui.words.lists import list_sentences
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.service_words import provider_title, service_title

SECONDS_REVEALED = 10
MILLISECONDS_BETWEEN_LOOKS = 250

# Tests a connection with these secrets. Raises TermdeskError if the service refuses.
ConnectionTest = Callable[[Provider, Secrets], Awaitable[FoundConnection]]


@dataclass(frozen=True, slots=True)
class KeptKeys:
    """Access of the dialog to stored keys: it can check for a key and delete it, but never read it.

    `forget` raises TermdeskError if the key may not have been deleted. `has_proxy_password` returns whether the
    password for the proxy is stored.
    """

    has: Callable[[Provider], Awaitable[bool]]
    forget: Callable[[Provider], Awaitable[None]]
    has_proxy_password: Callable[[Provider], Awaitable[bool]]


async def ask_connection(
    parent: QWidget,
    profiles: Sequence[Profile],
    *,
    current: str,
    jobs: Jobs,
    connection_test: ConnectionTest,
    kept: KeptKeys,
    get_wait: Callable[[], str] = lambda: "",
    is_edit: bool = False,
) -> tuple[Profile, Secrets] | None:
    """Ask for a profile, its key and the password of its proxy. Return them, or None if the user cancelled.

    A secret is empty if the stored one or none is to be used. Profiles without an id are new. `current` is the id of
    the profile that is shown first. `connection_test` gets empty secrets to test the stored ones. `get_wait` returns
    why its calls wait at the moment; empty if none does. With `is_edit` the profile is only saved, without connecting.
    """
    dialog = ConnectDialog(
        parent,
        profiles,
        current=current,
        jobs=jobs,
        connection_test=connection_test,
        kept=kept,
        get_wait=get_wait,
        is_edit=is_edit,
    )
    if not await show_dialog(dialog):
        return None
    return dialog.profile(), dialog.secrets()


class ConnectDialog(Question):
    """A dialog with a masked key. It can be shown for ten seconds and never copied out of the field."""

    def __init__(
        self,
        parent: QWidget,
        profiles: Sequence[Profile],
        *,
        current: str,
        jobs: Jobs,
        connection_test: ConnectionTest,
        kept: KeptKeys,
        get_wait: Callable[[], str] = lambda: "",
        is_edit: bool = False,
    ) -> None:
        super().__init__(
            parent,
            self.tr("Profile") if is_edit else self.tr("Connect to a service"),
            "",
            self.tr("Save") if is_edit else self.tr("Connect"),
        )
        self.setObjectName("connect_dialog")
        self.setMinimumWidth(600)
        self._profiles = list(profiles)
        self._jobs = jobs
        self._connection_test = connection_test
        self._kept = kept
        self._get_wait = get_wait
        # Shows why a test waits, and for how long.
        self._waiting = QTimer(self, interval=MILLISECONDS_BETWEEN_LOOKS)
        self._waiting.timeout.connect(self._show_wait)
        self._has_key = False
        # The provider, key and proxy password of the last test, and its result.
        self._tested: tuple[Provider, str, str, KeyReach] | None = None
        self._make_fields()
        self.form = ProfileForm(self.service, self._key_line)
        self.form.place_edited.connect(self._on_place_edited)
        self.form.place_left.connect(self._on_look)
        self.form.file_asked.connect(self._on_choose_file)
        self.insert(self.form)
        self.insert(self._make_result())
        self.buttons.accepted.disconnect()
        self.buttons.accepted.connect(self._on_accept)
        # A test that is still running would write its result into a deleted dialog.
        self.finished.connect(self._end_jobs)
        position = next((row for row, each in enumerate(self._profiles) if each.id == current), 0)
        self.service.setCurrentIndex(position)
        self._show_profile()
        if is_edit and len(self._profiles) == 1:
            self.form.hide_choice()

    def _make_fields(self) -> None:
        self.service = QComboBox()
        for profile in self._profiles:
            title = provider_title(profile.provider) or service_title(CUSTOM)
            words = title if profile.id else self.tr("New profile: {service}").format(service=title)
            self.service.addItem(profile_icon(profile.color), words)
        self.key_field = SecretField()
        add_picture(self.key_field, "connect", self.tr("Key"))
        self.reveal = QToolButton()
        self.reveal.setText(self.tr("Show"))
        self.reveal.clicked.connect(self._reveal)
        self.test = QPushButton(self.tr("Test"))
        self.test.setAutoDefault(False)
        self.test.clicked.connect(self._on_test)
        self.forget = QPushButton(self.tr("Forget…"))
        self.forget.setToolTip(self.tr("Remove the stored key of this profile"))
        self.forget.setAutoDefault(False)
        self.forget.clicked.connect(self._on_forget)
        for widget, name, words in (
            (self.service, "connect_service", self.tr("Profile")),
            (self.key_field, "connect_key", self.tr("Key")),
            (self.reveal, "connect_reveal", self.tr("Show the key for ten seconds")),
            (self.test, "connect_test", self.tr("Test the connection")),
            (self.forget, "connect_forget", self.tr("Forget the stored key")),
        ):
            widget.setObjectName(name)
            widget.setAccessibleName(words)
        self.service.currentIndexChanged.connect(self._show_profile)
        self._key_line = QWidget()
        self._key_line.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        key_line = QHBoxLayout(self._key_line)
        key_line.addWidget(self.key_field, 1)
        for button in (self.reveal, self.test, self.forget):
            key_line.addWidget(button)
        key_line.setContentsMargins(0, 0, 0, 0)

    def _make_result(self) -> QWidget:
        self.result_label = PlainLabel(wraps=True)
        self.result_label.setObjectName("connect_result")
        self.result_label.setAlignment(Qt.AlignmentFlag.AlignTop)
        # Three lines high, so that the dialog keeps its size when a test ends with a short result.
        self._result_area = GrowingArea(self.tr("Result"), self.result_label, lines=3, room_for_frame=ROOM_FOR_FRAME)
        self.remedy = text_button("connect_remedy", "")
        self.remedy.clicked.connect(self._on_remedy)
        self.remedy.hide()
        self._remedied: Provider | None = None
        result = QWidget()
        line = QHBoxLayout(result)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self._result_area, 1)
        line.addWidget(self.remedy, 0, Qt.AlignmentFlag.AlignTop)
        return result

    @property
    def _shown(self) -> Profile:
        return self._profiles[self.service.currentIndex()]

    def profile(self) -> Profile:
        """Return the profile from the fields, with the results of a test of it.

        Raises InvalidInput for an address or a price that cannot be used.
        """
        profile = self.form.profile()
        if self._tested is None or self._tested[:3] != (profile.provider, *self._typed):
            return profile
        return replace(profile, reach=self._tested[3])

    @property
    def _typed(self) -> tuple[str, str]:
        return self.key_field.text().strip(), self.form.proxy_password.text()

    def key(self) -> str:
        """Return the key as typed. It is empty for the local service, and if the stored key is to be used.

        Raises InvalidInput for a text that cannot be a key.
        """
        if self._shown.provider.is_local or (self._has_key and not self.key_field.text()):
            return ""
        return check_key(self.key_field.text())

    def secrets(self) -> Secrets:
        """Return the key and the password of the proxy as typed; empty where the stored one is to be used.

        Raises InvalidInput for a text that cannot be a key or a password.
        """
        password = self.form.proxy_password.text()
        if self._shown.provider.is_local or not password:
            return Secrets(self.key())
        check_proxy_login(self.form.profile().provider, check_proxy_password(password))
        return Secrets(self.key(), password)

    def _show_profile(self) -> None:
        profile = self._shown
        if self._waiting.isActive():
            # Its result would be shown for this profile.
            self._jobs.cancel(JobKind.TEST_CONNECTION)
            self._end_test()
        # What was typed is for the proxy of the profile that was shown before.
        self.form.proxy_password.clear()
        self.form.show_profile(profile)
        for widget in (self.key_field, self.reveal, self.test):
            widget.setEnabled(not profile.provider.is_local)
        self._say(self._about(profile.provider), tone="muted")
        # Hidden rows keep their space until the layouts have processed the change.
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        self.adjustSize()
        self._show_kept(False)
        self._on_look()

    def _on_place_edited(self) -> None:
        """Show no key for an address that is being typed, also not when a look-up for the one before ends."""
        self._jobs.cancel(JobKind.FIND_KEY)
        self._show_kept(False)

    def _on_look(self) -> None:
        """Look for a stored key and password again: they are stored by address, and the address may have changed."""
        self._jobs.cancel(JobKind.FIND_KEY)
        self.form.show_kept_password(False)
        if self._shown.id and not self._shown.provider.is_local:
            self._jobs.start(
                JobKind.FIND_KEY, self.tr("Looking for a key"), self._look_for_key, on_failure=lambda _error: None
            )

    async def _look_for_key(self) -> None:
        """Show whether a key is stored for the service in the fields, and a password for its proxy."""
        provider = self.profile().provider
        has_password, has_key = await self._kept.has_proxy_password(provider), await self._kept.has(provider)
        if not isValid(self) or self._provider_in_fields() != provider:
            # Another profile or address was chosen meanwhile.
            return
        self.form.show_kept_password(has_password)
        was_known = self._has_key
        self._show_kept(has_key)
        if self._has_key and not was_known:
            self._say(self.tr("A key is stored for this profile. Paste another one to replace it."), tone="muted")

    def _provider_in_fields(self) -> Provider | None:
        try:
            return self.profile().provider
        except InvalidInput:
            return None

    def _show_kept(self, has_key: bool) -> None:
        self._has_key = has_key
        self.forget.setEnabled(has_key)
        words = self.tr("The kept key") if has_key else self.tr("Paste the key here")
        self.key_field.setPlaceholderText(words)

    def _about(self, provider: Provider) -> str:
        if provider.is_local:
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
        """Test the connection, or cancel the running test."""
        if self._waiting.isActive():
            self._jobs.cancel(JobKind.TEST_CONNECTION)
            self._end_test()
            self._say(self.tr("The test was canceled."), tone="muted")
            return
        self._waiting.start()
        self._show_wait()
        self.test.setText(self.tr("Cancel test"))
        self._jobs.start(
            JobKind.TEST_CONNECTION, self.tr("Testing the connection"), self._test, on_failure=self._show_failure
        )

    def _show_wait(self) -> None:
        self._say(self._get_wait() or self.tr("Asking…"), tone="muted")

    def _end_test(self) -> None:
        self._waiting.stop()
        self.test.setText(self.tr("Test"))

    async def _test(self) -> None:
        provider, typed = self.form.profile().provider, self._typed
        try:
            found = await self._connection_test(provider, self.secrets())
        finally:
            if isValid(self):
                self._end_test()
        self._tested = provider, *typed, found.reach
        sentences = [localize(each) for each in (found.sentence, *found.details)]
        self._say("\n".join(sentences), tone="warning" if found.lacks else "good")

    def _on_remedy(self) -> None:
        """Set the fields to the values for which the test found that the key works, and test again."""
        if self._remedied is not None:
            provider = self._remedied
            self.form.show_profile(replace(self.form.profile(), provider=complete_provider(provider)))
            self._on_test()

    def _on_choose_file(self) -> None:
        self._jobs.start(JobKind.CHOOSE_CERTIFICATES, self.tr("Choosing a file"), self._choose_file)

    async def _choose_file(self) -> None:
        folder = str(Path(self.form.certificates.text()).parent) if self.form.certificates.text() else ""
        filters = [self.tr("Certificates (*.pem *.crt *.cer)"), self.tr("All files (*)")]
        if paths := await choose_files(self, self.tr("Choose certificates"), folder=folder, filters=filters):
            self.form.show_certificates(paths[0])

    def _on_forget(self) -> None:
        self._jobs.start(JobKind.FORGET_KEY, self.tr("Forgetting a key"), self._forget, on_failure=self._show_failure)

    async def _forget(self) -> None:
        provider = self.profile().provider
        title = provider_title(provider)
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
        self._waiting.stop()
        for kind in (JobKind.TEST_CONNECTION, JobKind.FIND_KEY, JobKind.CHOOSE_CERTIFICATES):
            self._jobs.cancel(kind)

    def _show_failure(self, error: TermdeskError) -> None:
        message = explain(error)
        self._say(list_sentences((message.cause or message.title, message.next_step)), tone="problem")
        if isinstance(error, OtherProvider):
            self._remedied = error.provider
            self.remedy.setText(localize(error.verb))
            self.remedy.setAccessibleName(localize(error.verb))
            self.remedy.show()

    def _on_accept(self) -> None:
        try:
            self.profile()
            self.secrets()
        except InvalidInput as error:
            self._say(localize(error.message, error.remedy), tone="problem")
            return
        self.accept()

    def _say(self, words: str, *, tone: str) -> None:
        self.remedy.hide()
        self._result_area.show_text(words, tone=tone)
