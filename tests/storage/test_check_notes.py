"""Custom rules and ignored findings survive a restart, and follow a glossary that is published."""

from __future__ import annotations

from pathlib import Path

import pytest

from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.findings.custom_rules import CustomRule
from termdesk.domain.findings.kinds import Severity, SwitchedOffKinds
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.check_notes import DictionaryKey
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio
PAIR = LanguagePair("en", "de")


async def test_rules_come_back_in_their_order(tmp_path: Path) -> None:
    rules = [
        CustomRule("z", "a+", (TARGET,), Severity.HINT, "No a.", is_on=False),
        CustomRule("a", "b"),
    ]
    async with Records(tmp_path / "termdesk.db") as records:
        await records.check_notes.set_rules([CustomRule("old", "x")])
        await records.check_notes.set_rules(rules)
    async with Records(tmp_path / "termdesk.db") as records:
        assert await records.check_notes.rules() == rules


async def test_ignored_findings_belong_to_one_dictionary(tmp_path: Path) -> None:
    key = DictionaryKey("local", "g1", PAIR)
    async with Records(tmp_path / "termdesk.db") as records:
        notes = records.check_notes
        await notes.ignore(key, [("nested", 0, "credit"), ("bidi", 1, "x")], "first")
        await notes.ignore(key, [("nested", 0, "credit")], "second")
        await notes.take_back(key, [("bidi", 1, "x")])

        assert [(each.key, each.note) for each in await notes.read_ignored_findings(key)] == [
            (("nested", 0, "credit"), "second")
        ]
        assert await notes.read_ignored_findings(DictionaryKey("local", "g1", PAIR.reverse)) == []


async def test_what_is_ignored_goes_along_when_the_glossary_is_published(tmp_path: Path) -> None:
    async with Records(tmp_path / "termdesk.db") as records:
        draft = await records.journal.open_draft(
            profile="local",
            glossary_key=None,
            glossary_id=None,
            glossary_name="Terms",
            pair=PAIR,
            entries=Entries.of([("a", "b")]),
            is_on_service=False,
        )
        draft_key = DictionaryKey("local", draft.glossary_key, PAIR)
        await records.check_notes.ignore(draft_key, [("nested", 0, "a")], "why")
        await records.check_notes.switch_off(draft_key, SwitchedOffKinds(here=frozenset({"bidi"})))

        start = Entries.of([("a", "b")])
        await records.journal.rebase(draft.draft_id, base=start, start=start, through=0, glossary=("g-1", "Terms"))

        assert len(await records.check_notes.read_ignored_findings(DictionaryKey("local", "g-1", PAIR))) == 1
        assert (await records.check_notes.read_switched_off_kinds(DictionaryKey("local", "g-1", PAIR))).here == {"bidi"}


async def test_half_a_character_in_a_phrase_or_note_can_be_stored(tmp_path: Path) -> None:
    key = DictionaryKey("local", "g1", PAIR)
    async with Records(tmp_path / "termdesk.db") as records:
        await records.check_notes.ignore(key, [("control", 0, "a\ud800")], "why\udfff")
        assert [each.note for each in await records.check_notes.read_ignored_findings(key)] == ["why?"]

        await records.check_notes.take_back(key, [("control", 0, "a\ud800")])
        assert await records.check_notes.read_ignored_findings(key) == []


async def test_kinds_are_switched_off_for_one_glossary_or_for_all(tmp_path: Path) -> None:
    one, other = DictionaryKey("local", "g1", PAIR), DictionaryKey("local", "g2", PAIR)
    async with Records(tmp_path / "termdesk.db") as records:
        notes = records.check_notes
        await notes.switch_off(
            one, SwitchedOffKinds(everywhere=frozenset({"bidi"}), here=frozenset({"nested_otherwise"}))
        )

        assert (await notes.read_switched_off_kinds(one)).all == {"bidi", "nested_otherwise"}
        assert (await notes.read_switched_off_kinds(DictionaryKey("local", "g1", PAIR.reverse))).all == {
            "bidi",
            "nested_otherwise",
        }
        assert await notes.read_switched_off_kinds(other) == SwitchedOffKinds(everywhere=frozenset({"bidi"}))

        await notes.switch_off(other, SwitchedOffKinds(here=frozenset({"invisible"})))
        assert await notes.read_switched_off_kinds(one) == SwitchedOffKinds(here=frozenset({"nested_otherwise"}))
