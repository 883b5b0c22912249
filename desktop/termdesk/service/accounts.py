"""Who may ask what: keys with a tier, scopes and a limit each."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256

from termdesk.domain.errors import InvalidInput

# How the vendor marks keys of its free tier.
FREE_SUFFIX = ":fx"
OWNER = "owner"


class Tier(StrEnum):
    """What an account has paid for."""

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


class Scope(StrEnum):
    """What a key may be limited to."""

    TRANSLATE_TEXT = "translate:text"
    TRANSLATE_DOCUMENT = "translate:document"
    IMPROVE = "write:improve"
    READ_GLOSSARIES = "glossaries:read"
    WRITE_GLOSSARIES = "glossaries:write"
    READ_STYLE_RULES = "style_rules:read"
    WRITE_STYLE_RULES = "style_rules:write"
    READ_MEMORIES = "translation_memories:read"
    READ_LANGUAGES = "languages:read"
    READ_USAGE = "usage:read"


# The longest path first where one begins another. A path without a scope is for keys without scopes only.
_SCOPES: tuple[tuple[str, Scope, Scope], ...] = (
    ("/v2/glossary-language-pairs", Scope.READ_LANGUAGES, Scope.READ_LANGUAGES),
    ("/v2/glossaries", Scope.READ_GLOSSARIES, Scope.WRITE_GLOSSARIES),
    ("/v3/glossaries", Scope.READ_GLOSSARIES, Scope.WRITE_GLOSSARIES),
    ("/v2/translate", Scope.TRANSLATE_TEXT, Scope.TRANSLATE_TEXT),
    ("/v2/document", Scope.TRANSLATE_DOCUMENT, Scope.TRANSLATE_DOCUMENT),
    ("/v2/write", Scope.IMPROVE, Scope.IMPROVE),
    ("/v2/languages", Scope.READ_LANGUAGES, Scope.READ_LANGUAGES),
    ("/v3/languages", Scope.READ_LANGUAGES, Scope.READ_LANGUAGES),
    ("/v2/usage", Scope.READ_USAGE, Scope.READ_USAGE),
    ("/v3/style_rules", Scope.READ_STYLE_RULES, Scope.WRITE_STYLE_RULES),
    ("/v3/translation_memories", Scope.READ_MEMORIES, Scope.READ_MEMORIES),
)
_MEMORIES = "/v3/translation_memories/"


def needed_scope(method: str, path: str) -> Scope | None:
    """The scope that a scoped key needs for a request, or None where no scope allows it."""
    if path.startswith(_MEMORIES) and (method == "DELETE" or path == f"{_MEMORIES}import"):
        # There is no scope for changes of memories.
        return None
    for start, reading, writing in _SCOPES:
        if path == start or path.startswith(f"{start}/"):
            return reading if method in ("GET", "HEAD") else writing
    return None


@dataclass(frozen=True, slots=True)
class Account:
    """What one key may do. `scopes` None is everything; `character_limit` 0 is none, counted a month.

    `is_owner` is who started the service: only that key may inject faults, train engines and add models.
    """

    name: str
    tier: Tier = Tier.PAID
    scopes: frozenset[Scope] | None = None
    character_limit: int = 0
    is_owner: bool = False

    def may(self, method: str, path: str) -> bool:
        """Whether the scopes of this key allow a request."""
        return self.scopes is None or needed_scope(method, path) in self.scopes


@dataclass(frozen=True, slots=True)
class Accounts:
    """All keys of the service, known by their SHA-256 digests only."""

    _by_digest: tuple[tuple[str, Account], ...] = field(repr=False)

    @classmethod
    def of(cls, accounts: Sequence[tuple[str, Account]]) -> Accounts:
        """From (hexadecimal SHA-256 of the key, account). Raises InvalidInput where two share a name or a key."""
        for what, values in (
            ("name", [account.name for _, account in accounts]),
            ("key", [digest for digest, _ in accounts]),
        ):
            if len(set(values)) < len(values):
                raise InvalidInput(f"Two keys have the same {what}.", remedy=f"Give each its own {what}.")
        return cls(tuple(accounts))

    def find(self, key: str) -> Account | None:
        """The account of a key. Every known key is compared, so that the time taken tells nothing."""
        digest = digest_of(key)
        found = None
        for known, account in self._by_digest:
            if hmac.compare_digest(known, digest):
                found = account
        return found


def digest_of(key: str) -> str:
    """The hexadecimal SHA-256 by which a key is known."""
    return sha256(key.encode("utf-8", "surrogateescape")).hexdigest()


def tier_of(key: str) -> Tier:
    """The tier that a key shows by itself."""
    return Tier.FREE if key.endswith(FREE_SUFFIX) else Tier.PAID
