"""A written release is read back. Every damage is named, and damaged data is never accepted as complete."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from support.campaign import size
from support.files.bundles import EN_DE, bundle_of, put
from termdesk.domain.entries.entry_detail import ADMITTED, FORBIDDEN, PREFERRED, EntryDetail
from termdesk.domain.errors import UnreadableFile
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.term_records import TermRecord, TermRecords
from termdesk.formats.bundles.bundle_reader import has_bundle, read_bundle
from termdesk.formats.bundles.manifest import MANIFEST

DETAIL = EntryDetail(PREFERRED, "M8", "steel", (("definition", "what holds"),))
KEPT = (("Nagel", EntryDetail(FORBIDDEN, "never")), ("Schraube", EntryDetail(ADMITTED)))
GERMAN = TermRecords({"bolt": "Bolzen", "nut": "Mutter"}, {"bolt": TermRecord("Bolzen", DETAIL, KEPT)})
FRENCH = TermRecords({"bolt": "vis"})
EN_FR = LanguagePair("en", "fr")
PHRASES = st.text(st.characters(exclude_categories=["Cs"]), max_size=4)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return put(tmp_path, bundle_of({EN_DE: GERMAN, EN_FR: FRENCH}))


def findings(folder: Path) -> list[tuple[str, bool]]:
    return [(str(each.message), each.is_unreadable) for each in read_bundle(folder).findings]


def test_entries_come_back_with_details_and_with_terms_that_are_never_published(folder: Path) -> None:
    found = read_bundle(folder)

    assert found.is_verified
    assert {pair: TermRecords.of(each) for pair, each in found.entries.items()} == {EN_DE: GERMAN, EN_FR: FRENCH}
    assert "Nagel" not in (folder / "en-de.tsv").read_text("utf-8")


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=size(15, 400))
@given(targets=st.dictionaries(PHRASES, PHRASES, max_size=5), data=st.data())
def test_any_phrases_come_back(tmp_path: Path, targets: dict[str, str], data: st.DataObject) -> None:
    noted = data.draw(st.dictionaries(st.sampled_from(sorted(targets)), PHRASES.filter(bool))) if targets else {}
    records = {source: TermRecord(targets[source], EntryDetail(note=note)) for source, note in noted.items()}
    known = TermRecords(targets, records)

    found = read_bundle(put(tmp_path, bundle_of({EN_DE: known})))

    assert found.is_verified
    assert TermRecords.of(found.entries[EN_DE]) == known


@pytest.mark.slow
def test_every_flipped_bit_and_every_cut_is_noticed(folder: Path) -> None:
    chance = random.Random(15)
    for name in ("en-de.tsv", "en-de.details.jsonl", "en-fr.tsv", "CHANGES.md", MANIFEST):
        path, whole = folder / name, (folder / name).read_bytes()
        positions = [chance.randrange(len(whole)) for _ in range(12)]
        flipped = [whole[:at] + bytes([whole[at] ^ 1 << chance.randrange(8)]) + whole[at + 1 :] for at in positions]
        for damaged in (*flipped, *(whole[:at] for at in positions), whole + b"x"):
            path.write_bytes(damaged)
            assert not is_taken_for_whole(folder), damaged
        path.write_bytes(whole)
    assert is_taken_for_whole(folder)


def is_taken_for_whole(folder: Path) -> bool:
    try:
        return read_bundle(folder).is_verified
    except UnreadableFile:
        return False


def test_line_ends_of_windows_are_those_of_git_and_no_damage(folder: Path) -> None:
    digest = read_bundle(folder).digest
    for path in (folder / "en-de.tsv", folder / "en-de.details.jsonl", folder / "CHANGES.md"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))

    found = read_bundle(folder)

    assert (found.is_verified, found.digest) == (True, digest)


def test_a_file_that_was_edited_can_be_read_and_is_named(folder: Path) -> None:
    (folder / "en-de.tsv").write_text("bolt\tSchraube\n", "utf-8")

    (folder / "en-de.details.jsonl").write_bytes(b"")

    said = "{} is not what release 1.0 contained: it was edited, cut off or damaged."
    assert findings(folder) == [(said.format("en-de.tsv"), False), (said.format("en-de.details.jsonl"), False)]
    assert list(read_bundle(folder).entries[EN_DE]) == [("bolt", "Schraube")]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("en-de.tsv", None, "en-de.tsv is missing."),
        ("en-de.tsv", b"bolt\n", "en-de.tsv: "),
        ("en-de.tsv", b"bolt\tBol\xff\n", "en-de.tsv is not UTF-8: byte 9 does not fit."),
        ("en-de.tsv", b"bolt\tBolzen\nbolt\tSchraube\n", "en-de.tsv has more than one entry for “bolt”."),
        (
            "en-de.tsv",
            b"anchor\tD\n<<<<<<< HEAD\nbolt\tBolzen\n=======\nbolt\tSchraube\n>>>>>>> branch\n",
            "en-de.tsv has an unsolved merge conflict of Git in line 2.",
        ),
        ("en-de.details.jsonl", b"{}\n", "en-de.details.jsonl: line 1 contains no details of an entry."),
        ("en-de.details.jsonl", None, "en-de.details.jsonl is missing."),
    ],
)
def test_a_dictionary_that_cannot_be_read_is_left_out_and_named(
    folder: Path, name: str, content: bytes | None, said: str
) -> None:
    (folder / name).unlink()
    if content is not None:
        (folder / name).write_bytes(content)

    assert [message for message, is_unreadable in findings(folder) if is_unreadable and message.startswith(said)]
    assert list(read_bundle(folder).entries) == [EN_FR]


def test_a_synonym_without_its_preferred_term_is_an_entry_too_many(folder: Path) -> None:
    path = folder / "en-de.details.jsonl"
    path.write_text(path.read_text("utf-8").replace("preferred", "admitted"), "utf-8")

    assert ("en-de.tsv has more than one entry for “bolt”.", True) in findings(folder)


def test_details_of_entries_that_are_gone_are_counted(folder: Path) -> None:
    (folder / "en-de.tsv").write_text("nut\tMutter\n", "utf-8")

    assert "en-de.details.jsonl has details of an entry that is not there." in [each for each, _ in findings(folder)]


def test_folders_without_a_release_are_told_apart(tmp_path: Path, folder: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    assert (has_bundle(folder), has_bundle(empty)) == (True, False)

    for path, said in ((empty, "contains no release"), (tmp_path / "gone", "does not exist")):
        with pytest.raises(UnreadableFile) as caught:
            read_bundle(path)
        assert said in caught.value.message


def test_a_manifest_with_a_merge_conflict_is_told_by_its_line(folder: Path) -> None:
    path = folder / MANIFEST
    path.write_bytes(b"{\n<<<<<<< HEAD\n" + path.read_bytes() + b"=======\n>>>>>>> branch\n")

    with pytest.raises(UnreadableFile) as caught:
        read_bundle(folder)

    assert caught.value.message == "termdesk-release.json has an unsolved merge conflict of Git in line 2."
