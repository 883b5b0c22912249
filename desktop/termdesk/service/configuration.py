"""Settings of `termdesk serve` beyond its options: a small TOML file with keys and engines.

[[keys]]
name = "translators"
sha256 = "9f86d081884c7d65..."      # of the key; `key = "..."` in a file that only its owner can read
tier = "free"                        # or "paid"; a key that ends in ":fx" is free
scopes = ["translate:text", "glossaries:read"]
character_limit = 500000

[engines]
terms_only = false
models = "/folder/of/models"
libretranslate = "http://127.0.0.1:5000"
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from termdesk.domain.errors import InvalidInput
from termdesk.domain.key_scope import Scope
from termdesk.domain.provider import check_key
from termdesk.service.accounts import Account, Tier, digest_of, tier_of

_DIGEST = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """Engines to use in addition to those that are found. `models` None means the folder beside the database."""

    is_terms_only: bool = False
    models: Path | None = None
    libretranslate: str = ""
    libretranslate_key: str = ""


@dataclass(frozen=True, slots=True)
class Configuration:
    """The content of a configuration file: accounts with the digests of their keys, and the engines."""

    accounts: Sequence[tuple[str, Account]] = ()
    engines: EngineOptions = EngineOptions()


class _Key(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    sha256: str = ""
    key: str = ""
    tier: Tier | None = None
    scopes: list[Scope] | None = None
    character_limit: int = 0


class _Engines(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    terms_only: bool = False
    models: str = ""
    libretranslate: str = ""
    libretranslate_key: str = ""


class _File(msgspec.Struct, forbid_unknown_fields=True):
    keys: list[_Key] = []
    engines: _Engines = _Engines()


def read_configuration(path: Path) -> Configuration:
    """Read and check a configuration file. Raises InvalidInput that says what is wrong and where."""
    try:
        found = msgspec.toml.decode(path.read_bytes(), type=_File)
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror}.", remedy="Check --config.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError) as error:
        raise InvalidInput(f"{path} is no configuration: {error}.", remedy="Correct that line.") from None
    if any(each.key for each in found.keys):
        _check_private(path)
    engines = found.engines
    return Configuration(
        [_account(each) for each in found.keys],
        EngineOptions(
            engines.terms_only,
            Path(engines.models).expanduser() if engines.models else None,
            engines.libretranslate,
            engines.libretranslate_key,
        ),
    )


def _account(found: _Key) -> tuple[str, Account]:
    if bool(found.key) == bool(found.sha256):
        raise InvalidInput(f"The key {found.name!r} needs one of sha256 and key.", remedy="Give one of them.")
    if found.sha256 and not _DIGEST.fullmatch(found.sha256.lower()):
        raise InvalidInput(
            f"The sha256 of the key {found.name!r} has not 64 hexadecimal digits.",
            remedy="Make it from the key alone, without a line break.",
        )
    if found.character_limit < 0:
        raise InvalidInput(f"The character_limit of the key {found.name!r} is negative.", remedy="0 is no limit.")
    digest = digest_of(check_key(found.key)) if found.key else found.sha256.lower()
    tier = found.tier or tier_of(found.key)
    scopes = frozenset(found.scopes) if found.scopes is not None else None
    return digest, Account(found.name, tier, scopes, found.character_limit)


def _check_private(path: Path) -> None:
    """Reject a plain key in a file that other users can read."""
    if os.name == "posix" and path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise InvalidInput(
            f"{path} holds a key and can be read by others.",
            remedy=f"Run chmod 600 {path}, or give the sha256 of the key instead.",
        )
