"""Remedies for a rejected task name existing menu entries, and list language codes in their usual form."""

from __future__ import annotations

import re

from termdesk.messages.language_messages import TaskRefusal, TaskRemedy
from termdesk.ui.shell.actions import SPECS


def test_menu_entries_that_are_named_exist() -> None:
    entries = {f"{spec.menu} › {spec.text.replace('&', '').rstrip('…')}" for spec in SPECS}
    named = [
        found for each in TaskRemedy for found in re.findall(r"(?:File|Help) › [\w ]+?(?= says|\.)", each.sentence)
    ]

    assert len(named) == 2
    assert set(named) <= entries


def test_variants_are_listed_and_languages_named() -> None:
    assert TaskRemedy.CHOOSE_ONE_OF(codes=["en-GB", "en-US"]) == "Choose one of its variants: en-GB, en-US."
    assert "from Thai into Czech" in TaskRefusal.NO_ENGINE(source="Thai", target="Czech")
