"""Releases are planned from the state of the folder, written, and compared with a glossary."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from support.shared_data import shared_file
from termdesk.application.glossaries.releases.releases import (
    Releases,
    compare_all,
    is_later,
    next_version,
    records_of,
)
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.domain.entries import delimited
from termdesk.domain.entries.changes import SetCells
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.entries.entry_detail import FORBIDDEN, EntryDetail
from termdesk.domain.errors import InvalidInput, UnreadableFile
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.term_records import TermRecords
from termdesk.domain.progress import NoProgress, Progress
from termdesk.formats.bundles.manifest import MANIFEST

pytestmark = pytest.mark.anyio
EN_DE, EN_FR = LanguagePair("en", "de"), LanguagePair("en", "fr")


class OneGlossary:
    """A library of one glossary, in memory."""

    def __init__(self, **entries: Entries) -> None:
        self.held = {LanguagePair(*pair.split("_")): each for pair, each in entries.items()}

    async def entries(
        self, summary: GlossarySummary, row: DictionarySummary, progress: Progress = NoProgress()
    ) -> Entries:
        return self.held[row.pair].copy()

    async def is_locked(self, summary: GlossarySummary) -> bool:
        return summary.is_local_only

    @property
    def summary(self) -> GlossarySummary:
        rows = tuple(DictionarySummary(pair, len(each), f"{pair}") for pair, each in self.held.items())
        return GlossarySummary("g", None, "Parts", drafts=rows)


@pytest.fixture
def library() -> OneGlossary:
    german = Entries.of([("nut", "Mutter"), ("bolt", "Schraube"), ("bolt", "Nagel")])
    german.set_detail(2, EntryDetail(FORBIDDEN, note="never"))
    return OneGlossary(en_de=german, en_fr=Entries.of([("bolt", "vis")]))


@pytest.fixture
def releases(library: OneGlossary) -> Releases:
    return Releases(library, today=lambda: date(2026, 11, 23))


async def test_a_release_is_written_and_the_next_one_tells_what_changed(
    releases: Releases, library: OneGlossary, tmp_path: Path
) -> None:
    plan = await releases.plan(library.summary, tmp_path)
    assert (plan.former, plan.version, plan.is_unchanged) == (None, "1.0", False)
    first = await releases.write(plan, "1.0", "First.")
    assert first.is_verified
    assert (first.manifest.version, first.manifest.date, first.manifest.notes) == ("1.0", "2026-11-23", "First.")

    library.held[EN_DE].apply(SetCells(TARGET, [0], ["Schraubenmutter"]))
    plan = await releases.plan(library.summary, tmp_path)

    assert plan.version == "1.1"
    assert [(each.pair, each.difference.changed) for each in plan.changes] == [(EN_DE, ("nut",)), (EN_FR, ())]
    second = await releases.write(plan, " 2.0 ", "")
    assert second.changes.splitlines()[2:7] == [
        "## 2.0 (2026-11-23)",
        "",
        "### en → de: 1 changed",
        "",
        "- changed: nut → Schraubenmutter (was: Mutter)",
    ]
    assert "## 1.0 (2026-11-23)\n\nFirst.\n" in second.changes
    assert records_of(second)[EN_DE] == TermRecords.of(library.held[EN_DE])
    assert (await releases.plan(library.summary, tmp_path)).is_unchanged


@pytest.mark.parametrize("version", ["1.0", " 1.0 ", "0.9"])
async def test_no_release_repeats_or_lowers_the_version_of_the_folder(
    releases: Releases, library: OneGlossary, tmp_path: Path, version: str
) -> None:
    first = await releases.write(await releases.plan(library.summary, tmp_path), "1.0", "")
    del library.held[EN_FR]

    with pytest.raises(InvalidInput, match="already has release") as raised:
        await releases.write(await releases.plan(library.summary, tmp_path), version, "")

    assert "1.1" in str(raised.value.remedy)
    assert (tmp_path / "CHANGES.md").read_text("utf-8") == first.changes


@pytest.mark.parametrize(
    ("version", "former", "expected"),
    [("1.10", "1.9", True), ("1.9", "1.10", False), ("2", "1.9", True), ("v1", "v2", True), ("v1", "v1", False)],
)
def test_a_later_version_has_a_higher_number(version: str, former: str, expected: bool) -> None:
    assert is_later(version, former) == expected


async def test_a_dictionary_that_the_glossary_no_longer_has_is_removed(
    releases: Releases, library: OneGlossary, tmp_path: Path
) -> None:
    await releases.write(await releases.plan(library.summary, tmp_path), "1.0", "")
    del library.held[EN_FR]

    plan = await releases.plan(library.summary, tmp_path)
    await releases.write(plan, plan.version, "")

    assert [each.difference.removed for each in plan.changes] == [(), ("bolt",)]
    assert sorted(path.name for path in tmp_path.glob("*.tsv")) == ["en-de.tsv"]


async def test_what_cannot_be_released_is_refused(releases: Releases, library: OneGlossary, tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_text("<<<<<<< HEAD\n=======\n>>>>>>> x\n")
    with pytest.raises(UnreadableFile, match="unsolved merge"):
        await releases.plan(library.summary, tmp_path)
    with pytest.raises(UnreadableFile, match="does not exist"):
        await releases.plan(library.summary, tmp_path / "gone")
    (tmp_path / MANIFEST).unlink()
    library.held = {EN_DE: Entries.of([("bolt", "a"), ("bolt", "b")])}
    with pytest.raises(InvalidInput, match="more than one entry for “bolt”"):
        await releases.plan(library.summary, tmp_path)
    library.held = {EN_DE: Entries()}
    with pytest.raises(InvalidInput, match="no entries"):
        await releases.plan(library.summary, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["en-fr.tsv", "CHANGES.md"])
async def test_nothing_is_written_over_an_unsolved_merge(
    releases: Releases, library: OneGlossary, tmp_path: Path, name: str
) -> None:
    await releases.write(await releases.plan(library.summary, tmp_path), "1.0", "")
    (tmp_path / name).write_text("<<<<<<< HEAD\nbolt\tvis\n=======\nbolt\tboulon\n>>>>>>> branch\n")

    with pytest.raises(InvalidInput, match=f"{name} has an unsolved merge conflict of Git in line 1"):
        await releases.plan(library.summary, tmp_path)


async def test_a_release_is_compared_with_a_glossary_or_with_nothing(
    releases: Releases, library: OneGlossary, tmp_path: Path
) -> None:
    bundle = await releases.write(await releases.plan(library.summary, tmp_path), "1.0", "")
    library.held[EN_DE] = Entries.of([("nut", "Mutter"), ("washer", "Scheibe")])
    library.held[LanguagePair("en", "it")] = Entries.of([("bolt", "vite")])

    found = await releases.compare(bundle, library.summary)
    new = await releases.compare(bundle, None)

    differences = [each.changes.difference for each in found]
    assert [(each.pair, one.added, one.removed) for each, one in zip(found, differences, strict=True)] == [
        (EN_DE, ("bolt",), ("washer",)),
        (EN_FR, (), ()),
    ]
    assert [each.changes.difference.count for each in new] == [2, 1]
    assert found[0].records({"bolt"}) == {"bolt": new[0].changes.after["bolt"]}


@pytest.mark.slow
async def test_a_real_glossary_comes_back_whole(tmp_path: Path) -> None:
    rows = delimited.parse(shared_file("libreoffice.en-ar.tsv").read_text("utf-8"), quoting=False).as_dict()
    library = OneGlossary(en_ar=Entries.of(rows.items()))
    releases = Releases(library)
    await releases.write(await releases.plan(library.summary, tmp_path), "1.0", "")

    bundle = await releases.read(tmp_path)

    assert bundle.is_verified
    assert bundle.entries[LanguagePair("en", "ar")].as_dict() == rows
    assert not any(each.difference.count for each in compare_all(NoProgress(), records_of(bundle), bundle))


@pytest.mark.parametrize(
    ("version", "expected"),
    [("1.0", "1.1"), ("1.9", "1.10"), ("2.3.4", "2.3.5"), ("2026-09", "2026-10"), ("v7-beta", "v8-beta"), ("", "1.0")],
)
def test_the_last_number_of_the_version_grows(version: str, expected: str) -> None:
    assert next_version(version) == expected


def test_a_version_without_a_number_gets_one() -> None:
    assert next_version("spring") == "spring.1"
