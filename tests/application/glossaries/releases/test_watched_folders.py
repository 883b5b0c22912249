"""Both sides are compared with their common base. What was never common is not regarded as removed."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from application.glossaries.releases.test_releases import OneGlossary
from support.campaign import size
from support.publishing_setup import PublishingSetup
from termdesk.application.glossaries.releases.releases import (
    Bundle,
    ReleasePlan,
    Releases,
    plan_release,
    write_release,
)
from termdesk.application.glossaries.releases.watched_folders import FolderLook, WatchedFolders, folder_stamp
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput, UnreadableFile
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.term_records import RecordDifference, TermRecords, change_into
from termdesk.domain.progress import NoProgress
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio
EN_DE, EN_FR = LanguagePair("en", "de"), LanguagePair("en", "fr")


@pytest.fixture
def library() -> OneGlossary:
    return OneGlossary(en_de=Entries.of([("bolt", "Schraube"), ("nut", "Mutter")]))


@pytest.fixture
def folders(library: OneGlossary, records: Records) -> WatchedFolders:
    service = PublishingSetup(records, None, profile="local")  # type: ignore[arg-type]
    return WatchedFolders(service, records, Releases(library))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "parts").mkdir()
    return tmp_path / "parts"


def written(folder: Path, entries: Mapping[str, str]) -> Bundle:
    plan = plan_release(NoProgress(), "Parts", folder, {EN_DE: Entries.of(entries.items())})
    return write_release(NoProgress(), plan, plan.version, "")


async def look(folders: WatchedFolders, library: OneGlossary) -> FolderLook:
    link = await folders.link_of("g")
    assert link is not None
    return await folders.look(link, library.summary)


async def common(folders: WatchedFolders, folder: Path, entries: Mapping[str, str]) -> None:
    await folders.link("g", folder)
    await folders.note_common("g", written(folder, entries))


async def test_a_folder_without_a_release_lacks_everything(
    folders: WatchedFolders, library: OneGlossary, folder: Path
) -> None:
    await folders.link("g", folder)

    found = await look(folders, library)

    assert (found.bundle, found.has_incoming, found.is_changed_locally) == (None, False, True)


async def test_a_release_of_the_same_entries_becomes_the_common_state(
    folders: WatchedFolders, library: OneGlossary, folder: Path
) -> None:
    bundle = written(folder, library.held[EN_DE].as_dict())
    await folders.link("g", folder)

    found = await look(folders, library)

    assert (found.has_incoming, found.is_changed_locally) == (False, False)
    link = await folders.link_of("g")
    assert link is not None
    assert (link.digest, {*link.bases}) == (bundle.digest, {EN_DE})
    assert not await folders.has_news(link)


async def test_what_each_side_did_since_is_told_apart(
    folders: WatchedFolders, library: OneGlossary, folder: Path
) -> None:
    await common(folders, folder, library.held[EN_DE].as_dict())
    library.held[EN_DE] = Entries.of([("bolt", "Bolzen"), ("nut", "Mutter"), ("pin", "Stift")])
    written(folder, {"bolt": "Schraube", "washer": "Scheibe"})

    found = await look(folders, library)

    [incoming] = found.incoming
    difference = incoming.changes.difference
    assert (difference.added, difference.changed, difference.removed) == (("washer",), (), ("nut",))
    assert incoming.conflicts == ()
    assert found.is_changed_locally
    link = await folders.link_of("g")
    assert link is not None
    with pytest.raises(InvalidInput, match="changes that “Parts” does not have yet"):
        await folders.plan(link, library.summary)


async def test_without_a_common_state_nothing_is_removed_and_differences_are_conflicts(
    folders: WatchedFolders, library: OneGlossary, folder: Path
) -> None:
    written(folder, {"bolt": "Bolzen", "washer": "Scheibe"})
    await folders.link("g", folder)

    [incoming] = (await look(folders, library)).incoming

    difference = incoming.changes.difference
    assert (difference.added, difference.removed) == (("washer",), ())
    assert [each.source for each in incoming.conflicts] == ["bolt"]


async def test_an_emptied_folder_is_no_unchanged_one(
    folders: WatchedFolders, library: OneGlossary, folder: Path
) -> None:
    await folders.link("g", folder)
    [link] = await folders.links()
    assert not await folders.has_news(link)
    await common(folders, folder, library.held[EN_DE].as_dict())
    for path in folder.iterdir():
        path.unlink()

    [link] = await folders.links()
    found = await look(folders, library)

    assert await folders.has_news(link)
    assert (found.is_emptied, found.bundle, found.has_incoming) == (True, None, False)


async def test_a_folder_that_is_gone_is_no_empty_one(
    folders: WatchedFolders, library: OneGlossary, folder: Path
) -> None:
    await common(folders, folder, library.held[EN_DE].as_dict())
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()

    with pytest.raises(UnreadableFile, match="does not exist"):
        await look(folders, library)
    assert folder_stamp(folder) == ()


async def test_a_dictionary_that_both_sides_gave_up_is_no_change(
    folders: WatchedFolders, library: OneGlossary, folder: Path
) -> None:
    library.held[EN_FR] = Entries.of([("bolt", "vis")])
    await folders.link("g", folder)
    plan = plan_release(NoProgress(), "Parts", folder, library.held)
    await folders.note_common("g", write_release(NoProgress(), plan, "1.0", ""))
    del library.held[EN_FR]
    assert (await look(folders, library)).is_changed_locally

    await folders.note_common("g", written(folder, library.held[EN_DE].as_dict()))

    found = await look(folders, library)
    assert (found.has_incoming, found.is_changed_locally) == (False, False)


async def test_a_dictionary_that_the_folder_gave_up_is_shown_as_removed(
    folders: WatchedFolders, library: OneGlossary, folder: Path
) -> None:
    library.held[EN_FR] = Entries.of([("bolt", "vis")])
    await folders.link("g", folder)
    plan = plan_release(NoProgress(), "Parts", folder, library.held)
    await folders.note_common("g", write_release(NoProgress(), plan, "1.0", ""))
    bundle = written(folder, library.held[EN_DE].as_dict())

    for _ in range(2):
        found = await look(folders, library)
        assert found.has_incoming
    german, french = found.incoming
    assert (german.is_empty, french.pair, french.changes.difference.removed) == (True, EN_FR, ("bolt",))

    # Keeping it here means having something that the folder lacks.
    await folders.note_common("g", bundle)
    found = await look(folders, library)
    assert (found.has_incoming, found.is_changed_locally) == (False, True)


async def test_what_was_left_out_is_offered_again_and_does_not_count_as_an_edit(
    folders: WatchedFolders, library: OneGlossary, folder: Path
) -> None:
    await common(folders, folder, library.held[EN_DE].as_dict())
    bundle = written(folder, {"bolt": "Bolzen", "washer": "Scheibe", "pin": "Stift"})
    link = await folders.link_of("g")
    assert link is not None

    library.held[EN_DE] = Entries.of([("bolt", "Bolzen"), ("nut", "Mutter"), ("pin", "Stift")])
    await folders.note_taken(link, bundle, {EN_DE: {"nut", "washer"}}, {})

    found = await look(folders, library)
    [incoming] = found.incoming
    assert incoming.changes.difference == RecordDifference(added=("washer",), removed=("nut",))
    assert not found.is_changed_locally
    library.held[EN_DE] = Entries.of([("bolt", "Bolzen"), ("washer", "Scheibe"), ("pin", "Stift")])
    assert not (await look(folders, library)).has_incoming
    assert not await folders.has_news(await folders.link_of("g") or link)


async def test_a_release_that_comes_after_the_comparison_is_not_planned_over(
    folders: WatchedFolders, library: OneGlossary, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await common(folders, folder, library.held[EN_DE].as_dict())
    library.held[EN_DE] = Entries.of([("bolt", "Bolzen")])
    link, releases = await folders.link_of("g"), folders._releases
    assert link is not None
    plan = releases.plan

    async def pulled_before(*arguments: Any) -> ReleasePlan:
        written(folder, {"washer": "Scheibe"})
        return await plan(*arguments)

    monkeypatch.setattr(releases, "plan", pulled_before)
    with pytest.raises(InvalidInput, match="was changed in the meantime"):
        await folders.plan(link, library.summary)


async def test_what_was_read_in_the_former_folder_says_nothing_of_the_new_one(
    folders: WatchedFolders, library: OneGlossary, folder: Path
) -> None:
    await folders.link("g", folder)
    bundle = written(folder, library.held[EN_DE].as_dict())
    await folders.link("g", folder / "other")

    await folders.note_common("g", bundle)

    link = await folders.link_of("g")
    assert link is not None
    assert (link.digest, link.bases) == ("", {})


async def test_stamps_tell_when_a_file_may_have_changed(folders: WatchedFolders, folder: Path) -> None:
    before = await folders.stamp(folder)
    (folder / "a").write_text("1")
    middle = await folders.stamp(folder)
    (folder / "a").write_text("12")

    after = await folders.stamp(folder)
    (folder / ".git").mkdir()
    (folder / ".a.part").write_text("1")

    assert len({before, middle, after}) == 3
    assert await folders.stamp(folder) == after


@pytest.mark.slow
async def test_two_people_who_pull_and_push_in_any_order_lose_no_edit(
    folders: WatchedFolders, library: OneGlossary, folder: Path
) -> None:
    """The folder and this glossary get edits of different phrases; in the end both sides have all."""
    chance = random.Random(15)
    common_entries = library.held[EN_DE].as_dict()
    await common(folders, folder, common_entries)
    expected = dict(common_entries)
    for number in range(size(30, 300)):
        if chance.random() < 0.5:
            edits = {f"here {chance.randrange(9)}": f"{number}"}
            library.held[EN_DE] = Entries.of((library.held[EN_DE].as_dict() | edits).items())
        else:
            edits = {f"there {chance.randrange(9)}": f"{number}"}
            held = (await Releases(library).read(folder)).entries[EN_DE].as_dict()
            written(folder, held | edits)
        expected |= edits
        if chance.random() < 0.4:
            await pull_and_push(folders, library, folder)

    await pull_and_push(folders, library, folder)

    assert library.held[EN_DE].as_dict() == expected
    assert (await Releases(library).read(folder)).entries[EN_DE].as_dict() == expected
    assert not (await look(folders, library)).is_changed_locally


async def pull_and_push(folders: WatchedFolders, library: OneGlossary, folder: Path) -> None:
    found = await look(folders, library)
    assert not any(each.conflicts for each in found.incoming)
    if found.has_incoming:
        assert found.bundle is not None
        entries = library.held[EN_DE]
        for each in found.incoming:
            entries.apply(change_into(entries, each.records()))
        await folders.note_common("g", found.bundle)
    if found.is_changed_locally:
        bundle = written(folder, library.held[EN_DE].as_dict())
        assert TermRecords.of(bundle.entries[EN_DE]).targets == library.held[EN_DE].as_dict()
        await folders.note_common("g", bundle)


async def test_a_look_that_learns_nothing_writes_nothing(
    folders: WatchedFolders, library: OneGlossary, folder: Path
) -> None:
    """A window may be open, which uses the records alone."""
    await folders.link("g", folder)
    written(folder, library.held[EN_DE].as_dict())
    link = await folders.link_of("g")
    assert link is not None

    found = await folders.look(link, library.summary, learns=False)

    assert not found.has_incoming
    assert await folders.link_of("g") == link
    assert not (await look(folders, library)).has_incoming
    assert await folders.link_of("g") != link
