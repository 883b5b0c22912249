"""The user's settings: one field for each, with its default and an explaining sentence."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields
from typing import Any

from termdesk.domain.errors import InvalidInput

FORMAT = 1


def setting(default: Any, explanation: str, *, title: str = "", choices: tuple[str, ...] = ()) -> Any:
    """A field of `Settings`. With a title it appears in the preferences; without one it is only stored."""
    return field(default=default, metadata={"explanation": explanation, "title": title, "choices": choices})


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings. Stored as JSON; missing fields have their defaults."""

    theme: str = setting(
        "system",
        "Colours of the windows. “system” follows the desktop.",
        title="Appearance",
        choices=("system", "light", "dark"),
    )
    text_size: int = setting(0, "Points added to the system's text size.", title="Larger text")
    provider: str = setting("local", "The service in use: “local”, or the name of a preset or of your own one.")
    custom_address: str = setting("", "Base address of your own service.")
    custom_free_address: str = setting("", "Base address for free keys of your own service.")
    custom_free_key_suffix: str = setting("", "Ending that tells the free keys of your own service.")
    custom_scheme: str = setting("Service-Auth-Key", "Authorization scheme of your own service.")
    custom_dialect: str = setting("", "How your own service speaks the interface, as older versions kept it.")
    custom_dialect_override: str = setting(
        "", "How your own service speaks the interface: “specification” or “vendor”. Empty: its answers tell."
    )
    keep_history_days: int = setting(
        90,
        "Days that the usage history stays on this computer; 0 keeps none.",
        title="Keep history (days)",
    )
    keep_texts_in_history: bool = setting(
        True,
        "Texts you translated or improved, and unfinished ones, are kept on this computer. Text › History of texts"
        " shows them, and for how many days. Off: nothing of them is stored.",
        title="Keep texts in history",
    )
    keep_texts_days: int = setting(-1, "Days that texts stay; less than 0: as long as the usage history.")
    warn_at_percent: int = setting(80, "The usage meter warns from this share of the limit on.", title="Warn at (%)")
    libretranslate: str = setting(
        "",
        "Address of a LibreTranslate server that the service on this computer asks as well, like"
        " http://127.0.0.1:5000. Texts go there. Empty for none.",
        title="LibreTranslate server",
    )
    terms_only: bool = setting(
        False,
        "Where no engine has a pair, replace nothing but glossary terms, to preview what a glossary touches.",
        title="Terms only where no engine is",
    )

    @property
    def kept_days(self) -> int:
        """For how many days stored texts are kept; 0 for users who keep no history."""
        return self.keep_history_days if self.keep_texts_days < 0 else self.keep_texts_days

    @property
    def days_of_texts(self) -> int:
        """For how many days texts are kept; 0 if they are not."""
        return max(0, self.kept_days) if self.keep_texts_in_history else 0


def engine_options(settings: Settings) -> tuple[str, ...]:
    """The options of `termdesk serve` for the service on this computer.

    Raises InvalidInput for an invalid server address.
    """
    address = settings.libretranslate.strip()
    if address and not re.fullmatch(r"https?://[^\s/@]+(/\S*)?", address):
        raise InvalidInput(
            f"“{address}” is not the address of a LibreTranslate server.",
            remedy="Write it like http://127.0.0.1:5000, or leave the field empty.",
        )
    return (*(("--libretranslate", address) if address else ()), *(("--terms-only",) if settings.terms_only else ()))


def visible_fields() -> list[Any]:
    """The fields that the preferences show, in order."""
    return [each for each in fields(Settings) if each.metadata["title"]]
