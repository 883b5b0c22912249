"""Files become glossaries one after the other; one that cannot be read does not keep the others out."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.assembly import LazyUseCases
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.importing.import_dialog import ImportDialog
from termdesk.ui.glossaries.importing.import_flow import MANY_FILES
from termdesk.ui.glossaries.importing.review_dialog import ReviewDialog
from termdesk.ui.glossaries.pane.glossaries_pane import GlossariesPane
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.shell.notices import Notices

Rest = Callable[[], None]
Answer = Callable[[str], str]
Opened = Callable[[type[Any]], Any]
Write = Callable[..., Path]
Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Draft = Callable[[str, Mapping[str, Sequence[tuple[str, str]]]], GlossarySummary]
EN_DE = LanguagePair("en", "de")


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def run(name: str, text: str = "train\tZug\n") -> Path:
        path = tmp_path / name
        path.write_text(text, "utf-8")
        return path

    return run


def names(pane: GlossariesPane) -> list[str]:
    return [summary.name for summary in pane.summaries]


def test_a_sound_file_becomes_a_glossary_and_opens(
    pane: GlossariesPane, write: Write, opened: Opened, at_rest: Rest, notices: Notices
) -> None:
    pane.open_files([write("rail.en-de.tsv")])
    opened(ImportDialog).accept_button.click()
    at_rest()

    assert pane.page is not None
    assert (pane.page.name, pane.page.dictionary.pair) == ("rail", EN_DE)
    assert dict(pane.page.dictionary.entries) == {"train": "Zug"}
    assert any("rail.en-de.tsv" in text for text in notices.texts())


def test_a_file_that_cannot_be_read_does_not_keep_the_next_one_out(
    pane: GlossariesPane, write: Write, opened: Opened, at_rest: Rest, notices: Notices
) -> None:
    pane.open_files([write("broken.tbx", "<martif><text>"), write("rail.en-de.tsv")])
    opened(ImportDialog).accept_button.click()
    at_rest()

    assert names(pane) == ["rail"]
    assert any("broken.tbx" in text for text in notices.texts())


def test_a_second_import_waits_until_the_first_is_finished(
    pane: GlossariesPane, write: Write, opened: Opened, at_rest: Rest, notices: Notices, jobs: Jobs
) -> None:
    pane.open_files([write("rail.en-de.tsv")])
    dialog = opened(ImportDialog)

    pane.open_files([write("law.en-de.tsv")])

    assert len(notices.texts()) == 1
    assert jobs.is_running(JobKind.IMPORT)
    dialog.accept_button.click()
    at_rest()
    assert names(pane) == ["rail"]


@pytest.mark.parametrize("is_agreed", [True, False])
def test_a_folder_of_many_files_is_asked_about(
    pane: GlossariesPane, write: Write, opened: Opened, answer: Answer, jobs: Jobs, at_rest: Rest, is_agreed: bool
) -> None:
    files = [write(f"rail{number}.en-de.tsv") for number in range(MANY_FILES + 1)]

    pane.open_files([files[0].parent])
    title = answer("question_accept" if is_agreed else "question_cancel")

    assert f"{MANY_FILES + 1}" in title
    if is_agreed:
        opened(ImportDialog)
        jobs.cancel(JobKind.IMPORT)
    at_rest()
    assert names(pane) == []


def test_into_the_open_dictionary_it_is_one_step_of_undo(
    pane: GlossariesPane,
    use_cases: LazyUseCases,
    draft: Draft,
    finish: Finish,
    write: Write,
    opened: Opened,
    at_rest: Rest,
) -> None:
    finish(pane.show_dictionary(finish(use_cases.library.open(draft("Rail", {"de": [("train", "Bahn")]}), EN_DE))))
    page = pane.page
    assert page is not None

    pane.open_files([write("more.en-de.tsv", "train\tZug\ntrack\tGleis\nbridge\tBrücke\n")])
    dialog = opened(ImportDialog)
    dialog.import_target.into_open.click()
    dialog.accept_button.click()
    opened(ReviewDialog).accept_button.click()
    at_rest()

    assert dict(page.dictionary.entries) == {"train": "Bahn", "track": "Gleis", "bridge": "Brücke"}
    page.edits.history.undo()
    assert dict(page.dictionary.entries) == {"train": "Bahn"}


VARIANTS = """en,pt-BR,pt-PT,zh-CN,zh-TW
train,trem,comboio,火车,火車
bridge,ponte,ponte,桥,橋
"""
SPLIT = {
    "rail": {"en → pt": "trem", "en → zh": "火车"},
    "rail (pt-PT, zh-TW)": {"en → pt": "comboio", "en → zh": "火車"},
}


def found(use_cases: LazyUseCases, finish: Finish) -> dict[str, dict[str, str]]:
    """The first phrase of each dictionary, by glossary and pair."""
    result: dict[str, dict[str, str]] = {}
    for summary in finish(use_cases.library.local_summaries()):
        for row in summary.rows:
            dictionary = finish(use_cases.library.open(summary, row.pair))
            result.setdefault(summary.name, {})[str(row.pair)] = dictionary.entries.targets[0]
            finish(use_cases.library.close(dictionary))
    return result


def test_variants_of_a_language_become_glossaries_side_by_side(
    pane: GlossariesPane, use_cases: LazyUseCases, write: Write, opened: Opened, at_rest: Rest, finish: Finish
) -> None:
    pane.open_files([write("rail.csv", VARIANTS)])
    dialog = opened(ImportDialog)
    dialog.pairs.several.setChecked(True)
    assert dialog.pairs.list.count() == 4
    dialog.accept_button.click()
    at_rest()

    assert found(use_cases, finish) == SPLIT


def test_variants_without_room_in_the_open_glossary_get_one_beside_it(
    pane: GlossariesPane,
    use_cases: LazyUseCases,
    draft: Draft,
    write: Write,
    opened: Opened,
    at_rest: Rest,
    finish: Finish,
) -> None:
    summary = draft("rail", {"de": [("train", "Bahn")]})
    finish(pane.show_dictionary(finish(use_cases.library.open(summary, EN_DE))))
    pane.open_files([write("rail.csv", VARIANTS)])
    dialog = opened(ImportDialog)
    dialog.import_target.into_open.click()
    dialog.pairs.several.setChecked(True)
    dialog.accept_button.click()
    opened(ReviewDialog).accept_button.click()
    at_rest()

    assert found(use_cases, finish) == {**SPLIT, "rail": {"en → de": "Bahn", **SPLIT["rail"]}}


def test_the_columns_that_were_chosen_for_a_header_are_chosen_again(
    pane: GlossariesPane, write: Write, opened: Opened, at_rest: Rest, qtbot: QtBot
) -> None:
    for name, chosen in (("rail.en-de.csv", (2, 1)), ("road.en-de.csv", None)):
        pane.open_files([write(name, "Source,Target,Short form\ntrain,Zug,tr\nroad,Straße,rd\n")])
        dialog = opened(ImportDialog)
        if chosen:
            assert dialog.preview.phrase_columns == (0, 1)
            box = dialog.reading.source_column
            box.setCurrentIndex(box.findData(2))
            box.activated.emit(box.currentIndex())
            qtbot.waitUntil(lambda: opened(ImportDialog).preview.phrase_columns == (2, 1))
        assert dialog.preview.phrase_columns == (2, 1)
        dialog.accept_button.click()
        at_rest()

        assert pane.page is not None
        assert list(pane.page.dictionary.entries.sources) == ["tr", "rd"]


def test_the_sample_opens_as_a_glossary_of_ones_own(pane: GlossariesPane, at_rest: Rest) -> None:
    pane.open_sample()
    at_rest()

    assert pane.page is not None
    assert not pane.page.dictionary.is_published
    assert len(pane.page.dictionary) > 10
    assert pane.page.dictionary.violation_count == 0


@pytest.mark.parametrize("target", ["de", "fr"])
def test_a_glossary_that_is_not_open_takes_the_rows(
    pane: GlossariesPane,
    use_cases: LazyUseCases,
    draft: Draft,
    finish: Finish,
    write: Write,
    opened: Opened,
    at_rest: Rest,
    target: str,
) -> None:
    rail, law = draft("Rail", {"de": [("train", "Bahn")]}), draft("Law", {"de": [("court", "Gericht")]})
    finish(pane.read_library())
    finish(pane.show_dictionary(finish(use_cases.library.open(rail, EN_DE))))

    pane.open_files([write(f"Law.en-{target}.tsv", "judge\tX\n")])
    dialog = opened(ImportDialog)
    assert "“Law” exists already" in dialog.import_target.message_label.text()
    dialog.import_target.into_other.click()
    assert dialog.import_target.other_key == law.key
    dialog.accept_button.click()
    opened(ReviewDialog).accept_button.click()
    at_rest()

    assert sorted(names(pane)) == ["Law", "Rail"]
    [found] = [each for each in pane.summaries if each.name == "Law"]
    assert {row.pair.target: row.entry_count for row in found.rows} == (
        {"de": 2} if target == "de" else {"de": 1, "fr": 1}
    )
    assert pane.page is not None
    assert (pane.page.name, pane.page.dictionary.pair.target) == ("Law", target)
