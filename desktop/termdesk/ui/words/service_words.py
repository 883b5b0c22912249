"""The names of services and their features."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from PySide6.QtCore import QCoreApplication

from termdesk.application.session.providers import CUSTOM, LOCAL, title_of
from termdesk.domain.provider import Provider


def service_title(name: str) -> str:
    """Return the visible name of a provider. Company names are not translated."""
    return {LOCAL: _tr("This computer"), CUSTOM: _tr("Another service")}.get(name) or title_of(name)


def provider_title(provider: Provider) -> str:
    """Return the name that the user gave to the provider; else that of the preset, or the address of a custom
    service.
    """
    if provider.title or provider.name != CUSTOM:
        return provider.title or service_title(provider.name)
    return urlsplit(provider.base_url).netloc


def provider_address(provider: Provider) -> str:
    """Return the host and port of a custom service, unless they are already its name; empty for others."""
    address = urlsplit(provider.base_url).netloc
    return address if provider.name == CUSTOM and provider.title else ""


def profile_title(profile: str, titles: Mapping[str, str]) -> str:
    """Return the name of a profile by its id.

    `titles` has the names by id; a deleted custom profile is named by its address.
    """
    name, _, address = profile.partition(" ")
    if name == LOCAL:
        return service_title(LOCAL)
    return titles.get(profile) or (address if name == CUSTOM else service_title(name))


def feature_title(feature: str) -> str:
    """Return the heading for a language feature. For an unknown feature, return the service's own name."""
    titles = {
        "auto_detection": _tr("Detection"),
        "formality": _tr("Formality"),
        "glossary": _tr("Glossary"),
        "style_rules": _tr("Style rules"),
        "tag_handling": _tr("Markup"),
        "tone": _tr("Tone"),
        "translation_memory": _tr("Memory"),
        "writing_style": _tr("Style"),
    }
    return titles.get(feature) or feature.replace("_", " ").capitalize()


def product_title(product: str) -> str:
    """Return the name of a product in the usage. For an unknown product, return the service's own name."""
    return {"translate": _tr("translation"), "write": _tr("improvement")}.get(product, product)


def _tr(text: str) -> str:
    return QCoreApplication.translate("ServiceWords", text)
