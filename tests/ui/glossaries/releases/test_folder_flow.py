"""Changes found in a folder are reported once, and only if there is something to do."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from support.files.bundles import EN_DE
from termdesk.application.glossaries.releases.releases import plan_release, write_release
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.domain.entries.entries import Entries
from termdesk.domain.progress import NoProgress
from termdesk.ui.glossaries.pane.glossaries_pane import GlossariesPane
from termdesk.ui.shell.notices import Notices

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Draft = Callable[[str, Mapping[str, Sequence[tuple[str, str]]]], GlossarySummary]
CHANGED, BEHIND = "The watched folder of “Law” has changed", "has changes that its watched folder does not have"


@pytest.fixture
def law(pane: GlossariesPane, draft: Draft, finish: Finish, tmp_path: Path) -> GlossarySummary:
    made = draft("Law", {"de": [("court", "Gericht")]})
    finish(pane.read_library())
    (tmp_path / "law").mkdir()
    finish(pane._use_cases.watched_folders.link(made.key, tmp_path / "law"))
    return made


def written(folder: Path, target: str) -> None:
    plan = plan_release(NoProgress(), "Law", folder, {EN_DE: Entries.of([("court", target)])})
    write_release(NoProgress(), plan, plan.version, "")


def reported(notices: Notices, words: str) -> int:
    return sum(words in each for each in notices.texts())


@pytest.mark.slow
def test_each_change_of_a_folder_is_told_once(
    pane: GlossariesPane, law: GlossarySummary, finish: Finish, tmp_path: Path, notices: Notices
) -> None:
    finish(pane.folders._look())
    written(tmp_path / "law", "Gericht")
    finish(pane.folders._look())
    assert reported(notices, "Law") == 0

    for number, target in enumerate(("Hof", "Gerichtshof", "Tribunal"), start=1):
        written(tmp_path / "law", target)
        finish(pane.folders._look())
        # The newer release replaces the previous one.
        assert (reported(notices, CHANGED), reported(notices, f"Release 1.{number} of the folder")) == (1, 1)
    notices.clear()
    finish(pane.folders._look())
    assert reported(notices, CHANGED) == 0


@pytest.mark.slow
def test_what_is_no_longer_true_is_not_told_any_more(
    pane: GlossariesPane, law: GlossarySummary, finish: Finish, tmp_path: Path, notices: Notices
) -> None:
    former = tmp_path / "former"
    written(tmp_path / "law", "Gericht")
    finish(pane.folders._look())
    shutil.copytree(tmp_path / "law", former)
    for _ in range(2):
        written(tmp_path / "law", "Hof")
        finish(pane.folders._look())
        assert reported(notices, CHANGED) == 1
        # As Git writes it, when somebody returns to an older state.
        shutil.copytree(former, tmp_path / "law", dirs_exist_ok=True)
        finish(pane.folders._look())
        assert reported(notices, CHANGED) == 0

    written(tmp_path / "law", "Hof")
    finish(pane.folders._look())
    assert reported(notices, CHANGED) == 1
    finish(pane._use_cases.library.delete_glossary(law))
    finish(pane.read_library())
    # At once, although no folder check runs, because the button of the notice would lead nowhere.
    assert reported(notices, CHANGED) == 0
    finish(pane.folders._look())
    assert reported(notices, CHANGED) == 0
    assert finish(pane._use_cases.watched_folders.links()) == []


@pytest.mark.slow
def test_what_was_published_is_offered_to_the_folder_once(
    pane: GlossariesPane, law: GlossarySummary, finish: Finish, notices: Notices, at_rest: Callable[[], None]
) -> None:
    finish(pane.folders._look())

    for _ in range(2):
        pane.published.emit(law.key)
        at_rest()

    assert reported(notices, BEHIND) == 1


def test_a_folder_that_is_gone_is_told_with_the_way_to_another(
    pane: GlossariesPane, law: GlossarySummary, finish: Finish, tmp_path: Path, notices: Notices
) -> None:
    written(tmp_path / "law", "Gericht")
    finish(pane.folders._look())
    for path in (tmp_path / "law").iterdir():
        path.unlink()
    (tmp_path / "law").rmdir()

    for times in (0, 1, 1):
        finish(pane.folders._look())
        assert reported(notices, "does not exist") == times


@pytest.mark.slow
def test_an_emptied_folder_is_told_with_the_way_to_fill_it(
    pane: GlossariesPane, law: GlossarySummary, finish: Finish, tmp_path: Path, notices: Notices
) -> None:
    written(tmp_path / "law", "Gericht")
    finish(pane.folders._look())
    for path in (tmp_path / "law").iterdir():
        path.unlink()

    for times in (0, 1, 1):
        finish(pane.folders._look())
        assert reported(notices, "has no release any more") == times

    written(tmp_path / "law", "Gericht")
    finish(pane.folders._look())
    assert reported(notices, "has no release any more") == 0


@pytest.mark.slow
def test_files_that_are_half_written_are_not_told_before_they_stay_so(
    pane: GlossariesPane, law: GlossarySummary, finish: Finish, tmp_path: Path, notices: Notices
) -> None:
    written(tmp_path / "law", "Hof")
    whole = (tmp_path / "law" / "en-de.tsv").read_bytes()
    (tmp_path / "law" / "en-de.tsv").write_bytes(whole[:7])
    finish(pane.folders._look())
    assert reported(notices, CHANGED) == 0

    (tmp_path / "law" / "en-de.tsv").write_bytes(whole)
    finish(pane.folders._look())

    assert reported(notices, CHANGED) == 1


def test_a_dictionary_that_cannot_be_read_is_told_until_it_is_whole(
    pane: GlossariesPane, law: GlossarySummary, finish: Finish, tmp_path: Path, notices: Notices
) -> None:
    written(tmp_path / "law", "Gericht")
    finish(pane.folders._look())
    file = tmp_path / "law" / "en-de.tsv"
    whole = file.read_bytes()
    file.write_bytes(b"court\tG\xe9richt\n")
    finish(pane.folders._look())
    # It may be half written.
    assert reported(notices, "Law") == 0
    finish(pane.folders._look())
    assert reported(notices, "cannot be read en-de.tsv is not UTF-8: byte 8 does not fit. Restore the files") == 1

    file.write_bytes(whole)
    finish(pane.folders._look())
    assert reported(notices, "Law") == 0
