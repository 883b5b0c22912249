"""The effect of a recorded change is derived from its call."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from termdesk.application.glossaries.notebook.noted_writes import (
    ReadBack,
    RemoteWrite,
    WriteKind,
    kind_of,
    outcome_line,
    support_text,
)


def write_of(method: str, path: str, before_hash: str = "") -> RemoteWrite:
    made_at = datetime(2026, 11, 1, 12, 30, tzinfo=UTC)
    return RemoteWrite(1, "local", method, path, "done", 200, "abc", made_at, before_hash=before_hash)


@pytest.mark.parametrize(
    ("method", "path", "before_hash", "kind"),
    [
        ("POST", "/v3/glossaries", "", WriteKind.CREATE_GLOSSARY),
        ("PATCH", "/v3/glossaries/1", "", WriteKind.CHANGE_GLOSSARY),
        ("PATCH", "/v3/glossaries/1", "f00", WriteKind.MERGE_ENTRIES),
        ("DELETE", "/v3/glossaries/1", "", WriteKind.DELETE_GLOSSARY),
        ("PUT", "/v3/glossaries/1/dictionaries", "", WriteKind.REPLACE_DICTIONARY),
        ("DELETE", "/v3/glossaries/1/dictionaries", "", WriteKind.DELETE_DICTIONARY),
        ("POST", "/v3/translation_memories/import", "", WriteKind.CREATE_MEMORY),
        ("DELETE", "/v3/translation_memories/1", "", WriteKind.DELETE_MEMORY),
    ],
)
def test_method_and_path_tell_what_was_done(method: str, path: str, before_hash: str, kind: WriteKind) -> None:
    assert kind_of(write_of(method, path, before_hash)) is kind


@pytest.mark.parametrize(
    ("outcome", "read_back", "line"),
    [
        ("unclear", ReadBack.CONFIRMED, "unclear, confirmed by reading"),
        ("unclear", ReadBack.MISSING, "unclear, not done, as reading shows"),
        ("unclear", None, "unclear"),
        ("done", ReadBack.CONFIRMED, "done"),
    ],
)
def test_an_unclear_outcome_is_settled_by_a_reading(outcome: str, read_back: ReadBack | None, line: str) -> None:
    write = replace(write_of("PUT", "/v3/glossaries/1/dictionaries"), outcome=outcome, read_back=read_back)

    assert outcome_line(write) == line


def test_support_gets_one_line_for_each_change() -> None:
    assert support_text([write_of("POST", "/v3/glossaries")]).splitlines() == [
        "time\tcall\tstatus\toutcome\ttrace id",
        "2026-11-01T12:30:00+00:00\tPOST /v3/glossaries\t200\tdone\tabc",
    ]
