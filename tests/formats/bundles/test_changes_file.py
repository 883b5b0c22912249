from __future__ import annotations

from termdesk.domain.entries.entry_detail import FORBIDDEN, EntryDetail
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.term_records import TermRecord, TermRecords, compare_records
from termdesk.formats.bundles.changes_file import MOST_LISTED, DictionaryChanges, add_section, change_lines

PAIR = LanguagePair("en", "de")


def changes(before: TermRecords, after: TermRecords) -> DictionaryChanges:
    return DictionaryChanges(PAIR, before, after, compare_records(before, after))


def section(former: str, version: str, notes: str, *found: DictionaryChanges) -> str:
    return add_section(former, glossary="Parts", version=version, date="2026-11-23", notes=notes, changes=found)


def test_the_latest_release_comes_first_and_earlier_ones_stay() -> None:
    first = section("", "1.0", "First.", changes(TermRecords(), TermRecords({"bolt": "Schraube", "nut": "Mutter"})))
    record = TermRecord("Bolzen", EntryDetail(note="M8"), (("Nagel", EntryDetail(FORBIDDEN)),))
    after = TermRecords({"bolt": "Bolzen", "washer": "Scheibe"}, {"bolt": record})

    second = section(first, "1.1", "", changes(TermRecords({"bolt": "Schraube", "nut": "Mutter"}), after))

    assert second.splitlines() == [
        "# Changes of Parts",
        "",
        "## 1.1 (2026-11-23)",
        "",
        "### en → de: 1 added, 1 changed, 1 removed",
        "",
        "- removed: nut → Mutter",
        "- changed: bolt → Bolzen [note: M8]; Nagel [status: forbidden] (was: Schraube)",
        "- added: washer → Scheibe",
        "",
        "## 1.0 (2026-11-23)",
        "",
        "First.",
        "",
        "### en → de: 2 added",
        "",
        "- added: bolt → Schraube",
        "- added: nut → Mutter",
    ]


def test_phrases_and_notes_mean_nothing_to_markdown() -> None:
    made = section("", "1.0", "# no heading", changes(TermRecords(), TermRecords({"a_b\n## *c*": "<d>"})))

    assert "- added: a\\_b ## \\*c\\* → \\<d\\>\n" in made
    assert "\n\\# no heading\n" in made
    assert made.count("\n## ") == 1


def test_many_changes_are_counted() -> None:
    many = TermRecords({f"{number}": "x" for number in range(MOST_LISTED + 2)})

    lines = list(change_lines(changes(TermRecords(), many)))

    assert lines[0] == "### en → de: 502 added"
    assert lines[-1] == "- and 2 more"
    assert list(change_lines(changes(many, many))) == []
