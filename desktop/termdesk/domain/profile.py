"""A profile: a service with an account, as the user set it up."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from termdesk.domain.key_scope import UNKNOWN_REACH, KeyReach
from termdesk.domain.provider import Provider

USUAL_DAY_CAP = 1_000_000


class ProfileColor(StrEnum):
    """The color that marks a profile in its windows, next to its name."""

    NONE = ""
    BLUE = "blue"
    GREEN = "green"
    ORANGE = "orange"
    RED = "red"
    PURPLE = "purple"
    GRAY = "grey"


@dataclass(frozen=True, slots=True)
class Profile:
    """One of the user's profiles.

    `provider` is its service; the provider's `title` is the name, its `profile` the id.
    """

    provider: Provider
    color: ProfileColor = ProfileColor.NONE
    # False: the key is kept for this session only, even if there is a key store.
    keeps_key: bool = True
    # Price of a million characters, in the format of `price.parse_price`; empty if unknown.
    price: str = ""
    # Maximum number of characters to send in a day; 0 for no limit.
    day_cap: int = USUAL_DAY_CAP
    # Scopes that its key lacks, as far as known.
    reach: KeyReach = UNKNOWN_REACH

    @property
    def id(self) -> str:
        """The name under which keys, drafts, history and ledger are stored."""
        return self.provider.profile
