"""Files are imported in sequence; one that cannot be read does not stop the others."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from termdesk.application.file_uses import FileUse
from termdesk.application.glossaries.importing.file_view import ColumnRole, ColumnUse
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.importing.import_dialog import ImportDialog
from termdesk.ui.glossaries.importing.review_dialog import ReviewDialog
from termdesk.ui.glossaries.pane.glossaries_pane import GlossariesPane
from termdesk.ui.shell.file_router import FileRouter
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


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_file_that_cannot_be_read_does_not_keep_the_next_one_out(
    pane: GlossariesPane, write: Write, opened: Opened, at_rest: Rest, notices: Notices
) -> None:
    pane.open_files([write("broken.tbx", "<martif><text>"), write("rail.en-de.tsv")])
    opened(ImportDialog).accept_button.click()
    at_rest()

    assert names(pane) == ["rail"]
    assert any("broken.tbx" in text for text in notices.texts())


@pytest.mark.slow
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


@pytest.mark.slow
def test_files_dropped_during_an_import_are_offered_later(
    pane: GlossariesPane, write: Write, opened: Opened, at_rest: Rest, notices: Notices, jobs: Jobs, qtbot: QtBot
) -> None:
    router = FileRouter(pane, lambda _name: pane, jobs=jobs, notices=notices)
    pane.open_files([write("rail.en-de.tsv")])
    dialog = opened(ImportDialog)

    router.open_files([write("law.en-de.tsv")], FileUse.GLOSSARY)
    qtbot.waitUntil(lambda: bool(notices.texts()))
    [offered] = notices.texts()
    assert "law.en-de.tsv" in offered
    dialog.accept_button.click()
    at_rest()
    [button] = [each for each in notices.findChildren(QPushButton) if each.text() == "Import as a glossary…"]
    button.click()
    opened(ImportDialog).accept_button.click()
    at_rest()

    assert sorted(names(pane)) == ["law", "rail"]


@pytest.mark.slow
@pytest.mark.parametrize("is_accepted", [True, False])
def test_a_folder_of_many_files_is_one_dialog(
    pane: GlossariesPane, write: Write, opened: Opened, at_rest: Rest, is_accepted: bool
) -> None:
    files = [write(f"rail{number}.en-de.tsv") for number in range(12)]

    pane.open_files([files[0].parent])
    dialog = opened(ImportDialog)

    assert (dialog.list.count(), dialog.stack.count()) == (12, 2), "pages are made when they are looked at"
    (dialog.accept_button.click if is_accepted else dialog.reject)()
    at_rest()
    assert len(names(pane)) == (12 if is_accepted else 0)


@pytest.mark.slow
def test_files_of_one_name_and_several_pairs_share_a_glossary(
    pane: GlossariesPane, use_cases: LazyUseCases, write: Write, opened: Opened, at_rest: Rest, finish: Finish
) -> None:
    pane.open_files([write("rail.en-de.tsv"), write("rail.en-fr.tsv", "train\ttrain\n"), write("law.en-de.tsv")])
    dialog = opened(ImportDialog)
    assert not any(order.preview.has_rows for order in dialog.orders()), "many files would fill the memory"
    dialog.accept_button.click()
    at_rest()

    assert found(use_cases, finish) == {
        "rail": {"en → de": "Zug", "en → fr": "train"},
        "law": {"en → de": "Zug"},
    }


def test_a_file_is_imported_by_its_own_choices_and_not_if_it_is_not_ticked(
    pane: GlossariesPane,
    use_cases: LazyUseCases,
    write: Write,
    opened: Opened,
    at_rest: Rest,
    finish: Finish,
    qtbot: QtBot,
) -> None:
    pane.open_files([write("a.en-de.tsv"), write("b.tsv"), write("broken.tbx", "<martif><text>"), write("c.en-de.tsv")])
    dialog = opened(ImportDialog)
    assert "does not state its languages" in dialog.list.item(1).text()
    assert "1 file still needs a choice." in dialog.message.text()
    assert not dialog.accept_button.isEnabled()

    dialog.list.setCurrentRow(1)
    dialog.page.import_target.show_pair(LanguagePair("en", "fr"))
    dialog.page.import_target.name.setText("Mine")
    qtbot.waitUntil(dialog.accept_button.isEnabled)
    dialog.list.setCurrentRow(2)
    assert dialog.failure.isVisibleTo(dialog)
    assert dialog.failure.text()
    dialog.list.item(3).setCheckState(Qt.CheckState.Unchecked)
    dialog.accept_button.click()
    at_rest()

    assert found(use_cases, finish) == {"a": {"en → de": "Zug"}, "Mine": {"en → fr": "Zug"}}


@pytest.mark.slow
def test_the_target_of_one_file_is_used_for_all_without_a_review_of_each(
    pane: GlossariesPane,
    use_cases: LazyUseCases,
    draft: Draft,
    write: Write,
    opened: Opened,
    at_rest: Rest,
    finish: Finish,
    qtbot: QtBot,
) -> None:
    summary = draft("Rail", {"de": [("train", "Bahn")]})
    finish(pane.show_dictionary(finish(use_cases.library.open(summary, EN_DE))))
    pane.open_files([write("a.en-de.tsv", "train\tZug\n"), write("b.tsv", "track\tGleis\n"), write("c.en-fr.tsv")])
    dialog = opened(ImportDialog)
    dialog.page.import_target.into_open.click()
    dialog.page.import_target.existing.setCurrentIndex(1)
    dialog.use_for_all.click()
    dialog.list.setCurrentRow(1)
    assert not dialog.page.import_target.is_new
    qtbot.waitUntil(dialog.accept_button.isEnabled)
    dialog.accept_button.click()
    at_rest()

    (summary,) = finish(use_cases.library.local_summaries())
    assert {str(row.pair): row.entry_count for row in summary.rows} == {"en → de": 2, "en → fr": 1}
    finish(pane.show_dictionary(finish(use_cases.library.open(summary, EN_DE))))
    page = pane.page
    assert page is not None
    assert dict(page.dictionary.entries) == {"train": "Zug", "track": "Gleis"}
    page.edits.history.undo()
    page.edits.history.undo()
    assert dict(page.dictionary.entries) == {"train": "Bahn"}


@pytest.mark.slow
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
    dialog.page.import_target.into_open.click()
    dialog.accept_button.click()
    opened(ReviewDialog).accept_button.click()
    at_rest()

    assert dict(page.dictionary.entries) == {"train": "Bahn", "track": "Gleis", "bridge": "Brücke"}
    page.edits.history.undo()
    assert dict(page.dictionary.entries) == {"train": "Bahn"}


@pytest.mark.slow
def test_undo_is_not_offered_where_an_import_left_nothing_to_take_back(
    pane: GlossariesPane,
    use_cases: LazyUseCases,
    draft: Draft,
    finish: Finish,
    write: Write,
    opened: Opened,
    at_rest: Rest,
    notices: Notices,
) -> None:
    finish(pane.show_dictionary(finish(use_cases.library.open(draft("Rail", {"de": [("train", "Zug")]}), EN_DE))))
    pane.open_files([write("a.en-de.tsv"), write("b.en-de.tsv")])
    dialog = opened(ImportDialog)
    dialog.page.import_target.into_open.click()
    dialog.use_for_all.click()
    dialog.accept_button.click()
    at_rest()

    [reported] = [text for text in notices.texts() if "Imported" in text]
    assert "Imported 0 rows from 2 files. 2 rows were there already." in reported
    assert "Undo" not in reported


@pytest.mark.slow
def test_undo_is_not_offered_where_it_takes_back_only_a_part_of_an_import(
    pane: GlossariesPane,
    use_cases: LazyUseCases,
    draft: Draft,
    finish: Finish,
    write: Write,
    opened: Opened,
    at_rest: Rest,
    notices: Notices,
) -> None:
    finish(pane.show_dictionary(finish(use_cases.library.open(draft("rail", {"de": [("train", "Zug")]}), EN_DE))))
    pane.open_files([write("rail.csv", "en,de,fr\ntrack,Gleis,voie\n")])
    dialog = opened(ImportDialog)
    dialog.page.import_target.into_open.click()
    dialog.page.pairs.several.setChecked(True)
    dialog.accept_button.click()
    at_rest()

    [reported] = [text for text in notices.texts() if "Imported" in text]
    assert "Imported 2 rows of rail.csv into 2 dictionaries." in reported
    assert "Undo" not in reported


@pytest.mark.slow
def test_a_row_that_a_file_repeats_is_not_said_to_have_been_in_a_new_glossary(
    pane: GlossariesPane, write: Write, opened: Opened, at_rest: Rest, notices: Notices
) -> None:
    pane.open_files([write("rail.en-de.tsv", "train\tZug\ntrack\tGleis\ntrain\tZug\n")])
    opened(ImportDialog).accept_button.click()
    at_rest()

    [reported] = [text for text in notices.texts() if "Imported" in text]
    assert "Imported 2 rows from rail.en-de.tsv. 1 row repeats an earlier row of the file." in reported
    assert "there already" not in reported


@pytest.mark.slow
def test_what_is_published_meanwhile_stays_open_after_an_import(
    pane: GlossariesPane,
    use_cases: LazyUseCases,
    draft: Draft,
    finish: Finish,
    write: Write,
    opened: Opened,
    at_rest: Rest,
) -> None:
    summary, library = draft("Rail", {"de": [("train", "Bahn")], "fr": [("train", "train")]}), use_cases.library
    finish(pane.show_dictionary(finish(library.open(summary, EN_DE))))
    french = summary.row(LanguagePair("en", "fr"))
    assert french is not None
    assert french.draft_id is not None
    publishing = use_cases.bulk_publisher.open_drafts([french.draft_id])
    (dictionary,) = finish(publishing.__aenter__())

    pane.open_files([write("rail.csv", "en,de,fr\ntrack,Gleis,voie\n")])
    dialog = opened(ImportDialog)
    dialog.page.import_target.into_open.click()
    dialog.page.pairs.several.setChecked(True)
    dialog.accept_button.click()
    at_rest()

    assert dict(dictionary.entries) == {"train": "train", "track": "voie"}
    assert any(each is dictionary for each in library.open_dictionaries)
    finish(publishing.__aexit__(None, None, None))
    assert not any(each is dictionary for each in library.open_dictionaries)


VARIANTS = """en,pt-BR,pt-PT,zh-CN,zh-TW
train,trem,comboio,火车,火車
bridge,ponte,ponte,桥,橋
"""
SPLIT = {
    "rail": {"en → pt": "trem", "en → zh": "火车"},
    "rail (pt-PT, zh-TW)": {"en → pt": "comboio", "en → zh": "火車"},
}


def found(use_cases: LazyUseCases, finish: Finish) -> dict[str, dict[str, str]]:
    """Return the first phrase of each dictionary, by glossary and pair."""
    result: dict[str, dict[str, str]] = {}
    for summary in finish(use_cases.library.local_summaries()):
        for row in summary.rows:
            dictionary = finish(use_cases.library.open(summary, row.pair))
            result.setdefault(summary.name, {})[str(row.pair)] = dictionary.entries.targets[0]
            finish(use_cases.library.close(dictionary))
    return result


@pytest.mark.slow
def test_variants_of_a_language_become_glossaries_side_by_side(
    pane: GlossariesPane, use_cases: LazyUseCases, write: Write, opened: Opened, at_rest: Rest, finish: Finish
) -> None:
    pane.open_files([write("rail.csv", VARIANTS)])
    dialog = opened(ImportDialog)
    dialog.page.pairs.several.setChecked(True)
    assert dialog.page.pairs.list.count() == 4
    dialog.accept_button.click()
    at_rest()

    assert found(use_cases, finish) == SPLIT


@pytest.mark.slow
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
    dialog.page.import_target.into_open.click()
    dialog.page.pairs.several.setChecked(True)
    dialog.accept_button.click()
    at_rest()

    assert found(use_cases, finish) == {**SPLIT, "rail": {"en → de": "Bahn", **SPLIT["rail"]}}


@pytest.mark.slow
def test_the_columns_that_were_chosen_for_a_header_are_chosen_again(
    pane: GlossariesPane, write: Write, opened: Opened, at_rest: Rest, qtbot: QtBot
) -> None:
    for name, chosen in (("rail.en-de.csv", (2, 1)), ("road.en-de.csv", None)):
        pane.open_files([write(name, "Source,Target,Short form\ntrain,Zug,tr\nroad,Straße,rd\n")])
        dialog = opened(ImportDialog)
        if chosen:
            assert dialog.page.preview.phrase_columns == (0, 1)
            dialog.page.rows.use_chosen.emit(2, ColumnUse(ColumnRole.SOURCE))
            qtbot.waitUntil(lambda: opened(ImportDialog).page.preview.phrase_columns == (2, 1))
        assert dialog.page.preview.phrase_columns == (2, 1)
        dialog.accept_button.click()
        at_rest()

        assert pane.page is not None
        assert list(pane.page.dictionary.entries.sources) == ["tr", "rd"]


def test_several_targets_chosen_above_their_columns_give_several_dictionaries(
    pane: GlossariesPane,
    use_cases: LazyUseCases,
    write: Write,
    opened: Opened,
    at_rest: Rest,
    finish: Finish,
    qtbot: QtBot,
) -> None:
    pane.open_files([write("rail.en-de.csv", "Source,Target,Kurz,Mine\ntrain,Zug,train,fast\n")])
    dialog = opened(ImportDialog)
    rows = dialog.page.rows

    def choose(section: int, role: ColumnRole) -> None:
        rows.horizontalScrollBar().setValue(section * 100)
        box = rows.header.box(section).role
        box.setCurrentIndex(box.findData(role))
        box.activated.emit(box.currentIndex())
        qtbot.waitUntil(lambda: dialog.page.preview.file.uses[section].role is role)

    choose(3, ColumnRole.NOTE)
    choose(2, ColumnRole.TARGET)
    assert "language of each target" in dialog.page.import_target.message_label.text()
    assert not dialog.accept_button.isEnabled()
    rows.header.box(2).language.choose("fr")
    qtbot.waitUntil(lambda: dialog.page.pairs.wants_several and dialog.accept_button.isEnabled())
    dialog.accept_button.click()
    at_rest()

    assert found(use_cases, finish) == {"rail": {"en → de": "Zug", "en → fr": "train"}}
    assert pane.page is not None
    assert pane.page.dictionary.entries.detail(0).note == "fast"


@pytest.mark.slow
def test_a_word_for_a_status_is_taken_for_what_it_was_before(
    pane: GlossariesPane, write: Write, opened: Opened, at_rest: Rest, qtbot: QtBot
) -> None:
    for name, chosen in (("rail.en-de.csv", "admitted"), ("road.en-de.csv", "")):
        pane.open_files([write(name, "Source,Target,Status\ntrain,Zug,TBD\nroad,Straße,\n")])
        dialog = opened(ImportDialog)
        if chosen:
            box = dialog.page.statuses.box(0)
            box.setCurrentIndex(box.findData(chosen))
            box.activated.emit(box.currentIndex())
            qtbot.waitUntil(lambda dialog=dialog: dialog.page.preview.choices.statuses == (("tbd", "admitted"),))
        assert dialog.page.statuses.box(0).currentText() == "Admitted"
        dialog.accept_button.click()
        at_rest()

        assert pane.page is not None
        assert pane.page.name == name[:4]
        assert pane.page.dictionary.entries.detail(0) == EntryDetail("admitted")


@pytest.mark.slow
def test_a_field_of_a_term_base_is_imported_as_it_was_before(
    pane: GlossariesPane, write: Write, opened: Opened, at_rest: Rest, qtbot: QtBot
) -> None:
    unit = """<tu><prop type="Plant">Ulm</prop><tuv xml:lang="en"><seg>train</seg></tuv>
    <tuv xml:lang="de"><seg>Zug</seg></tuv></tu>"""
    for name, is_first in (("rail.tmx", True), ("road.tmx", False)):
        pane.open_files([write(name, f'<tmx version="1.4"><header/><body>{unit}</body></tmx>')])
        dialog = opened(ImportDialog)
        box = dialog.page.fields.box(0)
        if is_first:
            assert "not read: prop Plant" in dialog.page.summary.text()
            box.setCurrentIndex(box.findData(ColumnRole.DOMAIN))
            box.activated.emit(box.currentIndex())
            qtbot.waitUntil(lambda dialog=dialog: dialog.page.preview.choices.fields == (("Plant", ColumnRole.DOMAIN),))
        assert "not read" not in dialog.page.summary.text()
        assert dialog.page.fields.box(0).currentText() == "Domain"
        dialog.accept_button.click()
        at_rest()

        assert pane.page is not None
        assert pane.page.dictionary.entries.detail(0) == EntryDetail("", "", "Ulm")


@pytest.mark.slow
def test_a_dictionary_that_is_too_large_is_divided(
    pane: GlossariesPane, use_cases: LazyUseCases, write: Write, opened: Opened, at_rest: Rest, finish: Finish
) -> None:
    rows = [f"{row:05}\t{'x' * 1018}\n" for row in range(10_300)]
    pane.open_files([write("large.en-de.tsv", "".join([*rows, f"00000\t{'y' * 10}\n"]))])
    dialog = opened(ImportDialog)
    assert "Divide it into several glossaries." in dialog.page.import_target.message_label.text()
    assert "“large 1”" in dialog.page.divide.text()

    dialog.page.divide.click()
    assert not dialog.page.import_target.message_label.isVisibleTo(dialog)
    dialog.accept_button.click()
    opened(ReviewDialog).accept_button.click()
    at_rest()

    summaries = sorted(finish(use_cases.library.local_summaries()), key=lambda each: each.name)
    assert [each.name for each in summaries] == ["large 1", "large 2"]
    assert sum(each.rows[0].entry_count for each in summaries) == 10_301
    assert pane.page is not None
    assert pane.page.name == "large 1"


@pytest.mark.slow
def test_the_sample_opens_as_a_glossary_of_ones_own(pane: GlossariesPane, at_rest: Rest) -> None:
    pane.open_sample()
    at_rest()

    assert pane.page is not None
    assert not pane.page.dictionary.is_published
    assert len(pane.page.dictionary) > 10
    assert pane.page.dictionary.violation_count == 0


@pytest.mark.slow
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
    assert "“Law” exists already" in dialog.page.import_target.message_label.text()
    dialog.page.import_target.into_other.click()
    assert dialog.page.import_target.other_key == law.key
    dialog.accept_button.click()
    at_rest()

    assert sorted(names(pane)) == ["Law", "Rail"]
    [found] = [each for each in pane.summaries if each.name == "Law"]
    assert {row.pair.target: row.entry_count for row in found.rows} == (
        {"de": 2} if target == "de" else {"de": 1, "fr": 1}
    )
    assert pane.page is not None
    assert (pane.page.name, pane.page.dictionary.pair.target) == ("Law", target)
