"""The service's configuration file is read completely, or rejected with its errors."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from termdesk.domain.errors import InvalidInput
from termdesk.domain.key_scope import Scope
from termdesk.service.accounts import Account, Tier, digest_of
from termdesk.service.configuration import EngineOptions, read_configuration


def file_with(folder: Path, text: str, *, mode: int = 0o600) -> Path:
    path = folder / "service.toml"
    path.write_text(text)
    path.chmod(mode)
    return path


def test_keys_and_engines_are_read(tmp_path: Path) -> None:
    path = file_with(
        tmp_path,
        """
        [[keys]]
        name = "one"
        key = "secret:fx"
        scopes = ["translate:text"]
        character_limit = 7
        [engines]
        terms_only = true
        models = "/models"
        """,
    )

    found = read_configuration(path)

    scopes = frozenset({Scope.TRANSLATE_TEXT})
    assert list(found.accounts) == [(digest_of("secret:fx"), Account("one", Tier.FREE, scopes, 7))]
    assert found.engines == EngineOptions(is_terms_only=True, models=Path("/models"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("keys = 1", "no configuration"),
        ("[[keys]]\nname = 'x'\nkey = 'y'\nscope = []", "scope"),
        ("[[keys]]\nname = 'x'\nkey = 'y'\nscopes = ['everything']", "everything"),
        ("[[keys]]\nname = 'x'", "one of sha256 and key"),
        ("[[keys]]\nname = 'x'\nsha256 = 'abc'", "64 hexadecimal digits"),
        ("[[keys]]\nname = 'x'\nkey = 'y'\ncharacter_limit = -1", "negative"),
        ("[engines", "no configuration"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(InvalidInput, match=reason):
        read_configuration(file_with(tmp_path, text))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"nothing\.toml cannot be read"):
        read_configuration(tmp_path / "nothing.toml")


@pytest.mark.skipif(os.name != "posix", reason="Windows has no file modes")
def test_a_key_in_a_file_that_others_can_read_is_refused(tmp_path: Path) -> None:
    path = file_with(tmp_path, "[[keys]]\nname = 'x'\nkey = 'y'", mode=0o644)

    with pytest.raises(InvalidInput, match="can be read by others"):
        read_configuration(path)
