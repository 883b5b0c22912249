"""A pretended column of entries needs its two records, and nothing else: no text of it is lost on its way."""

from __future__ import annotations

import subprocess
import sys

import pytest

# Runs in a child process: it changes the source of both records before anything imports them.
PREPARATION = """
import importlib.util
import re
import sys

def load(name, *changes):
    spec = importlib.util.find_spec(name)
    module = importlib.util.module_from_spec(spec)
    source = spec.loader.get_source(name)
    for old, new in changes:
        source, count = re.subn(old, new, source, flags=re.MULTILINE)
        assert count == 1, f"{old!r} is {count} times in {name}: adapt this test to the new code"
    sys.modules[name] = module
    exec(compile(source, spec.origin, "exec"), module.__dict__)

load(
    "termdesk.domain.entries.entry_detail",
    # Behind all real columns, however many there are.
    (r"^(STATUS, .+) = 2, .+$", r"\\g<0>\\nORIGIN = 2 + len((\\1))"),
    (r"^(COLUMN_FIELDS = .+)}$", r'\\1, ORIGIN: "origin"}'),
    (r"^    fields: Fields = \\(\\)$", r'\\g<0>\\n    origin: str = ""'),
)

from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import ORIGIN, EntryDetail

def entries_with(*details):
    entries = Entries.of([(f"source {number}", f"target {number}") for number in range(len(details))])
    for row, detail in enumerate(details):
        entries.set_detail(row, detail)
    return entries

FULL = EntryDetail("preferred", "a note", "law", (("definition", "d"),), origin="Atlas")
ONLY = EntryDetail(origin="Atlas")
"""
WITH_THE_GRID = """
load(
    "termdesk.ui.glossaries.dictionary.grid_column",
    (r"\\.entry_detail import ", r"\\g<0>ORIGIN, "),
    (r"^\\)$(?=\\nCOLUMN_NAMES)", r'    _detail(ORIGIN, "origin", _TEXT, 3, lambda: _tr("Origin")),\\n)'),
)
"""


def run_with_the_column(*code: str) -> None:
    child = subprocess.run(
        [sys.executable, "-c", "\n".join((PREPARATION, *code))], capture_output=True, text=True, check=False
    )
    assert child.returncode == 0, child.stderr


@pytest.mark.parametrize(
    "code",
    [
        # Stored versions, in both directions.
        """
from termdesk.storage.snapshots import details_of, pack, plain_details, unpack
packed = pack(entries_with(FULL, ONLY))
assert unpack(packed.content, packed.hash).details == {0: FULL, 1: ONLY}
before = [[0, 1], [["preferred", "n", "d"], ["", "", "", "definition", "d", "source", "s"]]]
known = details_of(before)
assert known == {0: EntryDetail("preferred", "n", "d"), 1: EntryDetail(fields=(("definition", "d"), ("source", "s")))}
assert plain_details(known) == before, "hashes of stored versions stay valid"
""",
        # The journal of edits.
        """
from termdesk.domain.entries.changes import SetDetails
from termdesk.storage.change_codec import decode, encode
change = decode(encode(SetDetails((1, 2), (FULL, ONLY))))
assert list(change.details) == [FULL, ONLY]
""",
        # Imports: a file's texts win, and the others are kept.
        """
from termdesk.domain.merging.review import merge_details
assert merge_details(FULL, EntryDetail(note="new")).origin == "Atlas"
assert merge_details(FULL, EntryDetail(origin="Map")).origin == "Map"
assert merge_details(ONLY, FULL) != ONLY
""",
        # Two drafts.
        """
from termdesk.domain.merging.draft_merge import merge_drafts
base = entries_with(EntryDetail(), EntryDetail())
into, other = entries_with(EntryDetail(note="n"), EntryDetail()), entries_with(ONLY, ONLY)
into.apply(merge_drafts(base, into, other).change)
assert [into.detail(row) for row in range(2)] == [EntryDetail(note="n", origin="Atlas"), ONLY]
""",
        # Releases.
        """
from termdesk.domain.merging.term_records import TermRecord, TermRecords, merge_records
def records(**texts):
    return TermRecords({"a": "b"}, {"a": TermRecord("b", EntryDetail(**texts))})
merged = merge_records(records(note="n"), records(note="m"), records(note="n", origin="Atlas"))
assert merged.incoming["a"].detail == EntryDetail(note="m", origin="Atlas"), merged
from termdesk.formats.bundles.details_file import read_details, write_details
assert [each.detail for each in read_details("".join(write_details(records(origin="Atlas"))))] == [ONLY]
""",
        # Formulas in files.
        """
from termdesk.formats.text.formulas import _free_detail
assert _free_detail(EntryDetail(origin="'=1")).origin == "=1"
""",
        # The command.
        """
from termdesk.commands.glossaries.glossary_entries import entries_parser
assert entries_parser().parse_args(["name", "--origin", "Atlas", "--sort", "origin"]).origin == "Atlas"
""",
    ],
    ids=["versions", "journal", "import", "drafts", "releases", "formulas", "command"],
)
def test_no_text_of_the_column_is_lost(code: str) -> None:
    run_with_the_column(code)


@pytest.mark.slow
def test_the_column_is_pasted_shown_and_edited_in_the_window() -> None:
    run_with_the_column(
        WITH_THE_GRID,
        """
from termdesk.ui.glossaries.dictionary.grid_changes import insert_block
entries = entries_with(ONLY)
pasted = ["a", "b", "", "law", *[""] * (ORIGIN - 4), "Map"]
entries.apply(insert_block(entries, [pasted], row=1, column=0, shown=range(ORIGIN + 1)))
assert entries.detail(1) == EntryDetail(domain="law", origin="Map")

from termdesk.ui.glossaries.dictionary.cell_line import detail_fields
from termdesk.ui.glossaries.dictionary.term_words import terms_words
from termdesk.ui.glossaries.importing.review_words import list_details
assert [(each.title, each.text) for each in detail_fields(ONLY)] == [("Origin", "Atlas")]
assert terms_words([("b", ONLY)]) == "b (Origin: Atlas)"
assert list_details(FULL) == "preferred · law · a note · Atlas · d"

from PySide6.QtWidgets import QApplication
from termdesk.ui.glossaries.multilingual.details_panel import DetailsPanel
app = QApplication(["", "-platform", "offscreen"])
panel = DetailsPanel(None)
assert list(panel.fields) == list(range(2, ORIGIN + 1))
assert panel.fields[ORIGIN].accessibleName() == "Origin"
""",
    )
