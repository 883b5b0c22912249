"""A profile: a service with an account there, as the user set it up."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from termdesk.domain.key_scope import UNKNOWN_REACH, KeyReach
from termdesk.domain.provider import Provider

USUAL_DAY_CAP = 1_000_000


class ProfileColor(StrEnum):
    """What marks a profile in its windows, beside its name."""

    NONE = ""
    BLUE = "blue"
    GREEN = "green"
    ORANGE = "orange"
    RED = "red"
    PURPLE = "purple"
    GREY = "grey"


@dataclass(frozen=True, slots=True)
class Profile:
    """One of any number. `provider` says where it leads; its `title` is the name, its `profile` the id."""

    provider: Provider
    color: ProfileColor = ProfileColor.NONE
    # False: the key is kept for this session only, also where there is a key store.
    keeps_key: bool = True
    # What a million characters cost, as `price.parse_price` reads it; empty for unknown.
    price: str = ""
    # The most characters that are sent in a day; 0 for any number.
    day_cap: int = USUAL_DAY_CAP
    # What its key may not do, as far as that was found.
    reach: KeyReach = UNKNOWN_REACH

    @property
    def id(self) -> str:
        """The name under which keys, drafts, history and ledger are stored."""
        return self.provider.profile
