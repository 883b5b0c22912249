"""A translation service and how to reach it: addresses, authorization, dialect."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlsplit

from termdesk.domain.errors import InvalidInput
from termdesk.messages.setting_messages import AddressMessage

# Visible ASCII only: the HTTP library would print a key with a line feed in its error message.
_KEY = re.compile(r"[\x21-\x7e]{1,512}")
# Basic authentication separates user and password by a colon.
_PROXY_USER = re.compile(r"[^\x00-\x1f\x7f:]{1,128}")
_PROXY_PASSWORD = re.compile(r"[^\x00-\x1f\x7f]{1,512}")
# A shorter key would match ordinary words, and is not a secret.
SHORTEST_SECRET = 6


class Dialect(StrEnum):
    """The two dialects of the interface, or detection from the service's responses."""

    SPECIFICATION = "specification"
    VENDOR = "vendor"
    RECOGNIZE = "recognise"


@dataclass(frozen=True, slots=True)
class Provider:
    """A translation service as data. Presets are in `resources/providers.json`; `custom` is the user's own."""

    name: str
    base_url: str
    free_base_url: str = ""
    scheme: str = "Service-Auth-Key"
    header: str = "Authorization"
    free_key_suffix: str = ""
    dialect: Dialect = Dialect.SPECIFICATION
    is_local: bool = False
    # The user's name for the profile; empty for the default one.
    title: str = ""
    # The name under which keys, drafts and history of the profile are stored; empty if the address gives it.
    profile: str = ""
    # PEM file of a certificate authority to trust in addition to those of the system; empty for none.
    certificates: str = ""
    # Address of the proxy; empty for the proxy of the system.
    proxy: str = ""
    # User of the proxy; empty if it asks for none. The password is never in this object, because files hold it.
    proxy_user: str = ""

    def address_for(self, key: str) -> str:
        """The base address for this key: the free one if the end of the key says so."""
        is_free = bool(self.free_base_url and self.free_key_suffix and key.endswith(self.free_key_suffix))
        return self.free_base_url if is_free else self.base_url


def check_key(text: str) -> str:
    """Return the key without surrounding white space.

    Raises InvalidInput, without repeating the key, if it cannot be sent.
    """
    key = text.strip()
    if not _KEY.fullmatch(key):
        raise InvalidInput(AddressMessage.NO_KEY(), remedy=AddressMessage.COPY_KEY())
    return key


def check_address(text: str) -> str:
    """Return the base address without a trailing slash.

    Raises InvalidInput unless it is https, or http on this computer.
    """
    address = text.strip().rstrip("/")
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError as error:
        message = AddressMessage.NO_ADDRESS(address=address, reason=str(error))
        raise InvalidInput(message, remedy=AddressMessage.WRITE_ADDRESS()) from None
    host = parts.hostname or ""
    if not host or not host.isascii() or parts.username is not None or parts.query or parts.fragment or port == 0:
        raise InvalidInput(AddressMessage.NO_SERVICE(address=address), remedy=AddressMessage.WRITE_ADDRESS())
    if parts.scheme == "https" or (parts.scheme == "http" and is_loopback(host)):
        return address
    raise InvalidInput(AddressMessage.UNPROTECTED(), remedy=AddressMessage.WRITE_ADDRESS())


def check_proxy(text: str) -> str:
    """Return the address of a proxy without a trailing slash.

    Raises InvalidInput if it is invalid, or contains a password, which our files must not contain.
    """
    address = text.strip().rstrip("/")
    address = address if "://" in address else f"http://{address}"
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise InvalidInput(AddressMessage.NO_PROXY(address=text), remedy=AddressMessage.WRITE_PROXY()) from None
    if parts.username is not None:
        raise InvalidInput(AddressMessage.PROXY_PASSWORD(), remedy=AddressMessage.SEPARATE_LOGIN())
    is_host = (parts.hostname or "").isascii() and parts.hostname and port != 0
    if parts.scheme not in ("http", "https") or not is_host or parts.path or parts.query or parts.fragment:
        raise InvalidInput(AddressMessage.NO_PROXY(address=text), remedy=AddressMessage.WRITE_PROXY())
    return address


def check_proxy_user(text: str) -> str:
    """Return the user of a proxy without surrounding white space. Raises InvalidInput if it cannot be sent."""
    user = text.strip()
    if not _PROXY_USER.fullmatch(user):
        raise InvalidInput(AddressMessage.BAD_PROXY_USER(), remedy=AddressMessage.COPY_PROXY_USER())
    return user


def check_proxy_password(text: str) -> str:
    """Return the password of a proxy. Raises InvalidInput, without repeating the password, if it cannot be sent."""
    if not _PROXY_PASSWORD.fullmatch(text):
        raise InvalidInput(AddressMessage.BAD_PROXY_PASSWORD(), remedy=AddressMessage.COPY_PROXY_PASSWORD())
    return text


def check_proxy_login(provider: Provider, password: str = "") -> None:
    """Raise InvalidInput for a user without a proxy, or a password without a user."""
    if not provider.proxy and (provider.proxy_user or password):
        raise InvalidInput(AddressMessage.USER_WITHOUT_PROXY(), remedy=AddressMessage.ENTER_PROXY())
    if password and not provider.proxy_user:
        raise InvalidInput(AddressMessage.PASSWORD_WITHOUT_USER(), remedy=AddressMessage.ENTER_PROXY_USER())


def is_loopback(host: str) -> bool:
    """Whether a host name always means this computer."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
