"""The names of services and of what they offer."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from PySide6.QtCore import QCoreApplication

from termdesk.application.session.providers import CUSTOM, LOCAL, title_of
from termdesk.domain.provider import Provider


def service_title(name: str) -> str:
    """What the user reads for a provider's name. Names of companies stay as they are."""
    return {LOCAL: _tr("This computer"), CUSTOM: _tr("Another service")}.get(name) or title_of(name)


def provider_title(provider: Provider) -> str:
    """The name that the user gave it; else that of the preset, or the address of one's own service."""
    if provider.title or provider.name != CUSTOM:
        return provider.title or service_title(provider.name)
    return urlsplit(provider.base_url).netloc


def provider_address(provider: Provider) -> str:
    """The host and port of a service of the user's own, if they are not its name already; empty for others."""
    address = urlsplit(provider.base_url).netloc
    return address if provider.name == CUSTOM and provider.title else ""


def profile_title(profile: str, titles: Mapping[str, str]) -> str:
    """The same for a profile by its id. `titles` are the names of profiles; a deleted one is told by its address."""
    name, _, address = profile.partition(" ")
    if name == LOCAL:
        return service_title(LOCAL)
    return titles.get(profile) or (address if name == CUSTOM else service_title(name))


def feature_title(feature: str) -> str:
    """The heading for a feature of languages; one without a heading of ours is shown as the service spells it."""
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
    """The name of a product in the usage; an unknown one as the service spells it."""
    return {"translate": _tr("translation"), "write": _tr("improvement")}.get(product, product)


def _tr(text: str) -> str:
    return QCoreApplication.translate("ServiceWords", text)
