"""The fields of a profile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QSizePolicy,
    QSpinBox,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from termdesk.application.session.providers import CUSTOM
from termdesk.domain.price import parse_price
from termdesk.domain.profile import Profile, ProfileColor
from termdesk.domain.provider import Dialect, check_address, check_proxy, check_proxy_login, check_proxy_user
from termdesk.ui.profiles.profile_mark import color_title, profile_icon
from termdesk.ui.profiles.secret_field import SecretField
from termdesk.ui.widgets.plain import caption, set_tooltip
from termdesk.ui.widgets.plain_buttons import text_button, tick_box
from termdesk.ui.words.service_words import provider_title

_MOST_CHARACTERS = 100_000_000


class ProfileForm(QWidget):
    """A form of two pages: the connection, with room for the key; and the network and costs."""

    # Emitted when the user has typed another address, or left the address field.
    place_edited = Signal()
    place_left = Signal()
    file_asked = Signal()

    def __init__(self, choice: QWidget, key_line: QWidget, parent: QWidget | None = None) -> None:
        """Build the form.

        `choice` selects the profile and is placed above the fields of the first page, `key_line` below them.
        """
        super().__init__(parent)
        self._profile: Profile | None = None
        self._choice, self._key_line = choice, key_line
        self.pages = QTabWidget()
        self._make_fields()
        self._make_network_fields()
        self.pages.setObjectName("connect_pages")
        self.pages.setAccessibleName(self.tr("Profile"))
        self.pages.setDocumentMode(True)
        self.pages.tabBar().setDrawBase(False)
        self._service_rows = self._page(self.tr("Service"))
        for control in (choice, self.title, self.color, *self.technical):
            self._service_rows.addRow(caption(control.accessibleName(), control), control)
        self._service_rows.addRow(caption(self.tr("Key"), key_line), key_line)
        self._service_rows.addRow("", self.keeps_key)
        self._network_rows = self._page(self.tr("Network and costs"))
        self._network_rows.addRow(
            caption(self.certificates.accessibleName(), self.certificates), self._certificates_line
        )
        for field in (self.proxy, self.proxy_user, self.proxy_password, self.price, self.day_cap):
            self._network_rows.addRow(caption(field.accessibleName(), field), field)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.pages)

    def _make_fields(self) -> None:
        self.title, self.address, self.free_address, self.suffix, self.scheme = (QLineEdit() for _ in range(5))
        self.color = QComboBox()
        for color in ProfileColor:
            self.color.addItem(profile_icon(color), color_title(color), color)
        self.dialect = QComboBox()
        self.dialect.addItem(self.tr("Detect"), Dialect.RECOGNIZE)
        self.dialect.addItem(self.tr("As specified"), Dialect.SPECIFICATION)
        self.dialect.addItem(self.tr("As the vendor"), Dialect.VENDOR)
        self.keeps_key = tick_box("connect_keeps_key", self.tr("Keep the key in the system's key store"))
        set_tooltip(
            self.keeps_key,
            self.tr("Off: Termdesk forgets the key, and the password of the proxy, when it closes."),
        )
        # Fields that only a service of the user's own needs; presets define them for other services.
        self.technical = (self.address, self.free_address, self.suffix, self.scheme, self.dialect)
        self._name_fields(
            (self.title, "connect_title", self.tr("Name"), ""),
            (self.color, "connect_color", self.tr("Color"), self.tr("Marks the windows of this profile.")),
            (self.address, "connect_address", self.tr("Address"), ""),
            (self.free_address, "connect_free_address", self.tr("Address for free keys"), ""),
            (self.suffix, "connect_suffix", self.tr("Free keys end with"), ""),
            (self.scheme, "connect_scheme", self.tr("Authorization scheme"), ""),
            (
                self.dialect,
                "connect_dialect",
                self.tr("Quotes in entries"),
                self.tr("How entries with quotes are written. “Detect” finds out from the service's answers."),
            ),
        )
        for field in (self.address, self.free_address):
            field.textEdited.connect(lambda _text: self.place_edited.emit())
            field.editingFinished.connect(self.place_left)

    def _make_network_fields(self) -> None:
        self.certificates, self.proxy, self.proxy_user, self.price = (QLineEdit() for _ in range(4))
        self.proxy_password = SecretField()
        for field in (self.proxy, self.proxy_user):
            field.editingFinished.connect(self.place_left)
        self.address.setPlaceholderText(self.tr("for example {address}").format(address="https://api.example.com"))
        self.proxy.setPlaceholderText(self.tr("As in the system"))
        self.certificates.setPlaceholderText(self.tr("Those of the system"))
        self.day_cap = _make_day_cap()
        self._name_fields(
            (
                self.certificates,
                "connect_certificates",
                self.tr("Certificates"),
                self.tr("A PEM file with the certificate of your own authority. It is trusted besides the system's."),
            ),
            (
                self.proxy,
                "connect_proxy",
                self.tr("Proxy"),
                self.tr("Address of the proxy to this service, like http://proxy.example.org:8080."),
            ),
            (
                self.proxy_user,
                "connect_proxy_user",
                self.tr("Proxy user"),
                self.tr("Only for a proxy that asks for a user and a password."),
            ),
            (
                self.proxy_password,
                "connect_proxy_password",
                self.tr("Proxy password"),
                self.tr("It is kept like the key: in the system's key store or for this session, never in a file."),
            ),
            (
                self.price,
                "connect_price",
                self.tr("Price of a million"),
                self.tr(
                    "What the service charges for a million characters, like 20 EUR. Costs are shown in money then, "
                    "too; empty: in characters only."
                ),
            ),
            (
                self.day_cap,
                "connect_day_cap",
                self.tr("Characters for a day"),
                self.tr("Termdesk does not send more characters than this in a day; 0: no limit."),
            ),
        )
        self.choose = text_button("connect_choose_certificates", self.tr("Choose…"))
        self.choose.clicked.connect(self.file_asked)
        self._certificates_line = QWidget()
        self._certificates_line.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        line = QHBoxLayout(self._certificates_line)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.certificates, 1)
        line.addWidget(self.choose)

    def _name_fields(self, *fields: tuple[QWidget, str, str, str]) -> None:
        for widget, name, words, help_words in fields:
            widget.setObjectName(name)
            widget.setAccessibleName(words)
            if help_words:
                set_tooltip(widget, help_words)
                widget.setAccessibleDescription(help_words)

    def _page(self, title: str) -> QFormLayout:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 12, 0, 0)
        rows = QFormLayout()
        column.addLayout(rows)
        # Without the stretch, a page with few rows would spread them.
        column.addStretch(1)
        rows.setHorizontalSpacing(16)
        rows.setVerticalSpacing(8)
        rows.setLabelAlignment(Qt.AlignmentFlag.AlignVCenter)
        self.pages.addTab(page, title)
        return rows

    def show_profile(self, profile: Profile) -> None:
        """Fill the fields, and show those that apply to this kind of profile."""
        self._profile, provider = profile, profile.provider
        is_local = provider.is_local
        self.title.setText(provider.title)
        self.title.setPlaceholderText(provider_title(replace(provider, title="")))
        self.color.setCurrentIndex(self.color.findData(profile.color))
        for field, text in (
            (self.address, provider.base_url),
            (self.free_address, provider.free_base_url),
            (self.suffix, provider.free_key_suffix),
            (self.scheme, provider.scheme),
            (self.certificates, provider.certificates),
            (self.proxy, provider.proxy),
            (self.proxy_user, provider.proxy_user),
            (self.price, profile.price),
        ):
            field.setText(text)
        self.dialect.setCurrentIndex(self.dialect.findData(provider.dialect))
        self.keeps_key.setChecked(profile.keeps_key)
        self.day_cap.setValue(profile.day_cap)
        self.show_technical(provider.name == CUSTOM)
        for control in (self.title, self._key_line, self.keeps_key):
            self._service_rows.setRowVisible(control, not is_local)
        # Hide the rows: a hidden page would otherwise keep the visible one as high as itself.
        for row in range(self._network_rows.rowCount()):
            self._network_rows.setRowVisible(row, not is_local)
        self.pages.setTabVisible(1, not is_local)
        # A single page needs no tab bar, and Tab would get stuck before a hidden one.
        self.pages.tabBar().setVisible(not is_local)
        self.pages.setFocusPolicy(Qt.FocusPolicy.NoFocus if is_local else Qt.FocusPolicy.TabFocus)

    def show_kept_password(self, is_kept: bool) -> None:
        """Show whether the password of the proxy is stored."""
        self.proxy_password.setPlaceholderText(self.tr("The kept password") if is_kept else "")

    def hide_choice(self) -> None:
        """Hide the box that selects the profile, because there is only one."""
        self._service_rows.setRowVisible(self._choice, False)

    def show_technical(self, is_shown: bool) -> None:
        """Show or hide the fields that presets define."""
        for control in self.technical:
            self._service_rows.setRowVisible(control, is_shown)

    def profile(self) -> Profile:
        """Return the profile from the fields. Raises InvalidInput for an address or a price that cannot be used."""
        assert self._profile is not None
        profile = replace(self._profile, color=ProfileColor(self.color.currentData()))
        if profile.provider.is_local:
            return profile
        parse_price(self.price.text())
        provider = replace(
            profile.provider,
            proxy=_check_if_filled(check_proxy, self.proxy),
            proxy_user=_check_if_filled(check_proxy_user, self.proxy_user),
        )
        check_proxy_login(provider)
        return replace(
            profile,
            provider=replace(
                provider,
                title=self.title.text().strip(),
                base_url=check_address(self.address.text()),
                free_base_url=_check_if_filled(check_address, self.free_address),
                free_key_suffix=self.suffix.text().strip(),
                scheme=self.scheme.text().strip() or profile.provider.scheme,
                dialect=Dialect(self.dialect.currentData()),
                certificates=self.certificates.text().strip(),
            ),
            keeps_key=self.keeps_key.isChecked(),
            price=self.price.text().strip(),
            day_cap=self.day_cap.value(),
        )

    def show_certificates(self, path: Path) -> None:
        """Use this certificate file."""
        self.certificates.setText(str(path))


def _make_day_cap() -> QSpinBox:
    box = QSpinBox()
    box.setRange(0, _MOST_CHARACTERS)
    box.setGroupSeparatorShown(True)
    # A style sheet does not affect the margins around a spin box's text.
    box.lineEdit().setTextMargins(8, 0, 0, 0)
    return box


def _check_if_filled(check: Callable[[str], str], field: QLineEdit) -> str:
    text = field.text().strip()
    return check(text) if text else ""
