"""The scope that a request needs, and the known scopes of a key."""

from __future__ import annotations

import pytest

from termdesk.domain.key_scope import UNKNOWN_REACH, KeyReach, Scope, find_needed_scope, missing_scopes


@pytest.mark.parametrize(
    ("method", "path", "scope"),
    [
        ("POST", "/v2/translate", Scope.TRANSLATE_TEXT),
        ("POST", "/v2/document/0/result", Scope.TRANSLATE_DOCUMENT),
        ("POST", "/v2/write/correct", Scope.IMPROVE),
        ("GET", "/v3/glossaries/0/entries", Scope.READ_GLOSSARIES),
        ("PUT", "/v3/glossaries/0/dictionaries", Scope.WRITE_GLOSSARIES),
        ("DELETE", "/v2/glossaries/0", Scope.WRITE_GLOSSARIES),
        ("GET", "/v2/glossary-language-pairs", Scope.READ_LANGUAGES),
        ("GET", "/v3/languages/resources", Scope.READ_LANGUAGES),
        ("GET", "/v2/usage", Scope.READ_USAGE),
        ("GET", "/v3/translation_memories/jobs/0", Scope.READ_MEMORIES),
        ("POST", "/v3/translation_memories/0/export", Scope.READ_MEMORIES),
        ("POST", "/v3/translation_memories/import", None),
        ("DELETE", "/v3/translation_memories/0", None),
        ("GET", "/v3/glossaries-of-others", None),
        ("PUT", "/local/v1/memory", None),
    ],
)
def test_each_path_needs_its_scope(method: str, path: str, scope: Scope | None) -> None:
    assert find_needed_scope(method, path) == scope


def test_what_is_not_known_is_not_missing() -> None:
    reach = KeyReach(("usage:read", "of:tomorrow"), "2026-11-23")

    assert reach.lacks(Scope.READ_USAGE)
    assert not reach.lacks(Scope.READ_GLOSSARIES)
    assert not any(map(UNKNOWN_REACH.lacks, Scope))


@pytest.mark.parametrize(
    ("named", "missing"),
    [
        ((), (Scope.TRANSLATE_TEXT,)),
        (("texts:all",), (Scope.TRANSLATE_TEXT,)),
        (("glossaries:read", "translate:text"), (Scope.TRANSLATE_TEXT,)),
        (("style_rules:read", "glossaries:read"), (Scope.READ_GLOSSARIES, Scope.READ_STYLE_RULES)),
    ],
)
def test_a_refusal_that_names_other_scopes_only_is_about_these(
    named: tuple[str, ...], missing: tuple[Scope, ...]
) -> None:
    assert missing_scopes(Scope.TRANSLATE_TEXT, named) == missing
