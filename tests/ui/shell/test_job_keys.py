"""Each kind of work has one name that is in use; keys of two owners differ."""

from __future__ import annotations

import re
from pathlib import Path

import termdesk
from termdesk.ui.shell.job_keys import JobKind

UI = Path(termdesk.__file__).parent / "ui"


def test_every_kind_is_the_key_of_some_work() -> None:
    texts = [path.read_text("utf-8") for path in UI.rglob("*.py") if path.name != "job_keys.py"]
    used = {name for text in texts for name in re.findall(r"JobKind\.([A-Z_]+)", text)}

    assert {kind.name for kind in JobKind} == used


def test_keys_of_one_kind_are_equal_for_one_owner_only() -> None:
    assert JobKind.CHECK_ENTRIES.of("draft-1") == JobKind.CHECK_ENTRIES.of("draft-1")
    assert JobKind.CHECK_ENTRIES.of("draft-1") != JobKind.CHECK_ENTRIES.of("draft-2")
    assert JobKind.CHECK_ENTRIES.of("draft-1") != JobKind.FIX_FINDINGS.of("draft-1")
