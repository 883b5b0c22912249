"""Access control: API keys, each with a tier, scopes and a limit."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256

from termdesk.domain.errors import InvalidInput
from termdesk.domain.key_scope import Scope, find_needed_scope

# The suffix of the vendor's free-tier keys.
FREE_SUFFIX = ":fx"
OWNER = "owner"


class Tier(StrEnum):
    """The tier that an account has paid for."""

    FREE = "free"
    PAID = "paid"

    @property
    def max_glossaries(self) -> int:
        """How many glossaries a key of this tier may have."""
        return 1 if self is Tier.FREE else 1000

    @property
    def improves_texts(self) -> bool:
        """Whether a key of this tier may improve texts."""
        return self is Tier.PAID


@dataclass(frozen=True, slots=True)
class Account:
    """What one key may do. `scopes` None allows everything; `character_limit` is monthly, 0 for none.

    `is_owner` marks who started the service: only that key may inject faults, train engines and add models.
    """

    name: str
    tier: Tier = Tier.PAID
    scopes: frozenset[Scope] | None = None
    character_limit: int = 0
    is_owner: bool = False

    def may(self, method: str, path: str) -> bool:
        """Whether the scopes of this key allow the request."""
        return self.scopes is None or find_needed_scope(method, path) in self.scopes


@dataclass(frozen=True, slots=True)
class Accounts:
    """All keys of the service, stored only as SHA-256 digests."""

    _by_digest: tuple[tuple[str, Account], ...] = field(repr=False)

    @classmethod
    def of(cls, accounts: Sequence[tuple[str, Account]]) -> Accounts:
        """Create from (hexadecimal SHA-256 of the key, account). Raises InvalidInput if a name or key occurs twice."""
        for what, values in (
            ("name", [account.name for _, account in accounts]),
            ("key", [digest for digest, _ in accounts]),
        ):
            if len(set(values)) < len(values):
                raise InvalidInput(f"Two keys have the same {what}.", remedy=f"Give each its own {what}.")
        return cls(tuple(accounts))

    def find(self, key: str) -> Account | None:
        """Return the account of a key. Every known key is compared, so that the response time reveals nothing."""
        digest = digest_of(key)
        found = None
        for known, account in self._by_digest:
            if hmac.compare_digest(known, digest):
                found = account
        return found


def digest_of(key: str) -> str:
    """Return the hexadecimal SHA-256 under which a key is stored."""
    return sha256(key.encode("utf-8", "surrogateescape")).hexdigest()


def tier_of(key: str) -> Tier:
    """Return the tier that the key's suffix indicates."""
    return Tier.FREE if key.endswith(FREE_SUFFIX) else Tier.PAID
