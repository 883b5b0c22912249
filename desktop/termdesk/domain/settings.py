"""The user's settings: a field for each, with its default, and with its title and help if the preferences show it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields
from typing import Any

from termdesk.domain.errors import InvalidInput
from termdesk.messages.setting_messages import AddressMessage, SettingChoice, SettingHelp, SettingPage, SettingTitle

FORMAT = 1
_MOST_CHARACTERS = 100_000_000


def setting(
    default: Any,
    *,
    title: SettingTitle | None = None,
    help: SettingHelp | None = None,
    page: SettingPage = SettingPage.GENERAL,
    range: tuple[int, int] | None = None,
    **choices: SettingChoice,
) -> Any:
    """A field of `Settings`.

    With a title it appears on a page of the preferences, with its help; otherwise it is only stored. `range` has the
    least and the greatest value of a number.
    """
    return field(
        default=default,
        metadata={
            "title": title() if title else "",
            "help": help() if help else "",
            "page": page(),
            "range": range,
            "choices": {choice: kind() for choice, kind in choices.items()},
        },
    )


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings. Stored as JSON; missing fields have their defaults."""

    theme: str = setting(
        "system",
        title=SettingTitle.THEME,
        help=SettingHelp.THEME,
        system=SettingChoice.SYSTEM,
        light=SettingChoice.LIGHT,
        dark=SettingChoice.DARK,
        contrast=SettingChoice.CONTRAST,
    )
    text_size: int = setting(0, title=SettingTitle.TEXT_SIZE, help=SettingHelp.TEXT_SIZE, range=(-2, 12))
    keep_history_days: int = setting(
        90, title=SettingTitle.KEEP_HISTORY_DAYS, help=SettingHelp.KEEP_HISTORY_DAYS, range=(0, 3650)
    )
    keep_texts_in_history: bool = setting(
        True, title=SettingTitle.KEEP_TEXTS_IN_HISTORY, help=SettingHelp.KEEP_TEXTS_IN_HISTORY
    )
    # Days to keep texts; less than 0: as long as the usage history.
    keep_texts_days: int = setting(-1)
    # Maximum number of texts kept besides starred ones; 0 for no limit.
    keep_texts_most: int = setting(0)
    # Whether the user has decided about keeping texts.
    keep_texts_chosen: bool = setting(False)
    # Limits for characters sent to a service that bills them: the user is asked from `ask_from` on, and no job sends
    # more than `job_cap`. 0 means no question, and no cap.
    ask_from: int = setting(
        5_000,
        page=SettingPage.COSTS,
        title=SettingTitle.ASK_FROM,
        help=SettingHelp.ASK_FROM,
        range=(0, _MOST_CHARACTERS),
    )
    job_cap: int = setting(
        500_000,
        page=SettingPage.COSTS,
        title=SettingTitle.JOB_CAP,
        help=SettingHelp.JOB_CAP,
        range=(0, _MOST_CHARACTERS),
    )
    warn_at_percent: int = setting(
        80,
        page=SettingPage.COSTS,
        title=SettingTitle.WARN_AT_PERCENT,
        help=SettingHelp.WARN_AT_PERCENT,
        range=(1, 100),
    )
    libretranslate: str = setting("", title=SettingTitle.LIBRETRANSLATE, help=SettingHelp.LIBRETRANSLATE)
    terms_only: bool = setting(False, title=SettingTitle.TERMS_ONLY, help=SettingHelp.TERMS_ONLY)

    @property
    def kept_days(self) -> int:
        """Number of days to keep texts; 0 for users without history."""
        return self.keep_history_days if self.keep_texts_days < 0 else self.keep_texts_days

    @property
    def days_of_texts(self) -> int:
        """Number of days to keep texts; 0 if they are not kept."""
        return max(0, self.kept_days) if self.keep_texts_in_history else 0


# The option of `termdesk serve` with the address of a server that translates.
SERVER_OPTION = "--libretranslate"


def differ_in_engines(old: Settings, new: Settings) -> bool:
    """Return whether the service on this computer must start again to use the new settings."""
    return (old.libretranslate, old.terms_only) != (new.libretranslate, new.terms_only)


def engine_options(settings: Settings) -> tuple[str, ...]:
    """The options of `termdesk serve` for the service on this computer.

    Raises InvalidInput for an invalid server address.
    """
    address = settings.libretranslate.strip()
    if address and not re.fullmatch(r"https?://[^\s/@]+(/\S*)?", address):
        raise InvalidInput(
            AddressMessage.NO_LIBRETRANSLATE(address=address), remedy=AddressMessage.WRITE_LIBRETRANSLATE()
        )
    return (*((SERVER_OPTION, address) if address else ()), *(("--terms-only",) if settings.terms_only else ()))


def visible_fields() -> list[Any]:
    """The fields that the preferences show, in order."""
    return [each for each in fields(Settings) if each.metadata["title"]]
