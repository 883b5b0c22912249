"""Before documents are sent: cost, languages, glossary, and the names of the results."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from docx import Document
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from support.services.document_service import DocumentService
from support.services.fake_service import listed_memory, listed_style_rules
from support.services.profile_costs import set_costs
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.window_memory import DocumentsMemory
from termdesk.ui.documents.add_documents_dialog import AddDocumentsDialog
from termdesk.ui.shell.jobs import Jobs

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Rest = Callable[[], None]
Make = Callable[..., AddDocumentsDialog]


@pytest.fixture
def memory() -> DocumentsMemory:
    return DocumentsMemory(targets=["es"])


@pytest.fixture
def make(
    window: QWidget,
    cases: LazyUseCases,
    memory: DocumentsMemory,
    jobs: Jobs,
    at_rest: Rest,
    finish: Finish,
    qtbot: QtBot,
) -> Make:
    def run(*paths: Path, proposed: LanguagePair | None = None) -> AddDocumentsDialog:
        made = AddDocumentsDialog(
            window,
            paths,
            translator=cases.documents,
            unpublished=cases.unpublished_edits,
            languages=finish(cases.documents.languages()),
            usage_monitor=cases.usage_monitor,
            remembered=memory,
            jobs=jobs,
            proposed=proposed,
        )
        at_rest()
        return made

    return run


def listed(name: str, *targets: str) -> dict[str, Any]:
    """Return a glossary with English as its source, as a service lists it."""
    return {
        "glossary_id": name,
        "name": name,
        "ready": True,
        "creation_time": "2026-01-01T00:00:00Z",
        "dictionaries": [{"source_lang": "en", "target_lang": target, "entry_count": 1} for target in targets],
    }


def cell(dialog: AddDocumentsDialog, row: int, column: int) -> str:
    item = dialog.table.item(row, column)
    assert item is not None
    return item.text()


@pytest.mark.slow
def test_the_cost_counts_each_language(make: Make, text: Path, at_rest: Rest) -> None:
    dialog = make(text)
    assert dialog.cost.text() == "17 characters will be billed."
    assert [cell(dialog, 0, column) for column in range(3)] == ["house.txt", "17", "house.es.txt"]

    dialog.targets.choose(["de", "es"])
    at_rest()

    assert dialog.cost.text() == "34 characters will be billed."
    assert dialog.accept_button.isEnabled()


@pytest.mark.slow
def test_nothing_is_sent_with_the_glossary_of_other_languages(
    make: Make, text: Path, service: DocumentService, at_rest: Rest
) -> None:
    service.glossaries = [listed("Spanish", "es")]
    dialog = make(text)
    dialog.source.choose("en")
    at_rest()
    dialog.glossary.setCurrentIndex(1)
    assert dialog.accept_button.isEnabled()

    dialog.targets.choose(["es", "de"])

    assert not dialog.accept_button.isEnabled(), "the glossary of Spanish is still shown"
    at_rest()
    assert dialog.choices.glossary_for("de") is None
    assert dialog.choices.glossary_for("es") is not None
    assert dialog.glossary_reason.text() == (
        "It has no dictionary for German: these are translated without a glossary."
    )
    assert dialog.accept_button.isEnabled()

    dialog.targets.choose(["de"])
    at_rest()
    assert dialog.choices.glossary is None


@pytest.mark.slow
def test_the_names_of_all_translations_are_those_that_they_will_get(
    make: Make, text: Path, tmp_path: Path, cases: LazyUseCases, finish: Finish
) -> None:
    other = tmp_path / "below" / "house.txt"
    other.parent.mkdir()
    other.write_text("A house.", "utf-8")
    before = make(text)
    before.targets.choose(["es"])
    finish(cases.documents.add(before.files, before.choices))

    dialog = make(text, other)
    dialog.targets.choose(["de", "es"])
    dialog.folder.addItem("", tmp_path)
    dialog.folder.setCurrentIndex(1)
    dialog.folder.activated.emit(1)
    shown = [name for row in range(2) for name in cell(dialog, row, 2).split(", ")]
    added = finish(cases.documents.add(dialog.files, dialog.choices))

    # A document that waits has taken a name already, and no two of these get the same one.
    assert shown == ["house.de.txt", "house.es (2).txt", "house.de (2).txt", "house.es (3).txt"]
    assert [Path(each.result_path).name for each in added] == shown


@pytest.mark.slow
def test_a_document_that_would_be_billed_a_second_time_is_told(
    make: Make, text: Path, service: DocumentService, tmp_path: Path, cases: LazyUseCases, finish: Finish, at_rest: Rest
) -> None:
    service.glossaries = [listed("Spanish", "es")]
    other = tmp_path / "well.txt"
    other.write_text("A well.", "utf-8")
    before = make(text, other)
    before.source.choose("en")
    at_rest()
    before.glossary.setCurrentIndex(0)
    assert before.listed.isHidden()
    finish(cases.documents.add(before.files, before.choices))

    dialog = make(text)
    dialog.source.choose("en")
    at_rest()
    dialog.glossary.setCurrentIndex(0)
    dialog._on_glossary()
    assert dialog.listed.text() == (
        "house.txt is on the list already with the same language and glossary. "
        "Translated again, the same text is billed a second time."
    )
    assert dialog.accept_button.isEnabled()
    dialog.glossary.setCurrentIndex(1)
    dialog._on_glossary()
    assert dialog.listed.isHidden()
    dialog.glossary.setCurrentIndex(0)
    dialog._on_glossary()
    dialog.targets.choose(["de"])
    at_rest()
    assert dialog.listed.isHidden()

    both = make(text, other)
    assert both.listed.text().startswith("2 documents are on the list already with the same language and glossary.")


@pytest.mark.slow
def test_a_memory_is_chosen_for_the_languages_that_it_has(
    make: Make, text: Path, service: DocumentService, cases: LazyUseCases, finish: Finish, at_rest: Rest
) -> None:
    service.memories = [listed_memory("Law", "en", "de")]
    dialog = make(text)
    assert dialog.memories.isHidden(), "it has no Spanish"

    dialog.source.choose("en")
    dialog.targets.choose(["de", "es"])
    at_rest()
    dialog.memories.box.setCurrentIndex(1)
    finish(cases.documents.add(dialog.files, dialog.choices))
    finish(cases.documents.run())

    bodies = {b'name="target_lang"\r\n\r\nde' in each.body: each.body for each in service.uploads}
    assert b'name="translation_memory_id"\r\n\r\nlaw' in bodies[True]
    assert b'name="translation_memory_threshold"\r\n\r\n75' in bodies[True]
    assert b"translation_memory" not in bodies[False]


@pytest.mark.slow
def test_style_rules_are_sent_for_the_language_that_they_are_made_for(
    make: Make, text: Path, service: DocumentService, cases: LazyUseCases, finish: Finish, at_rest: Rest
) -> None:
    service.style_rules = [listed_style_rules("Plain", "de")]
    dialog = make(text)
    assert dialog.style_rules.isHidden(), "there are none for Spanish"

    dialog.targets.choose(["de", "es"])
    at_rest()
    dialog.style_rules.setCurrentText("Style: Plain")
    finish(cases.documents.add(dialog.files, dialog.choices))
    finish(cases.documents.run())

    bodies = {b'name="target_lang"\r\n\r\nde' in each.body: each.body for each in service.uploads}
    assert b'name="style_id"\r\n\r\nplain' in bodies[True]
    assert b"style_id" not in bodies[False]


@pytest.mark.slow
def test_a_document_needs_no_memory(make: Make, text: Path, service: DocumentService) -> None:
    dialog = make(text)

    assert dialog.memories.isHidden()
    assert dialog.choices.memories == {}


@pytest.mark.slow(keep=2)
@pytest.mark.parametrize(
    ("name", "price", "words"),
    [
        ("house.txt", "100000 EUR", "17 characters will be billed. They cost about 1.70 EUR."),
        ("house.txt", "20 EUR", "17 characters will be billed. They cost less than 0.01 EUR."),
        ("scan.pdf", "100000 EUR", "or more where a document cannot be counted here. They cost 5,000.00 EUR or more."),
        ("scan.pdf", "0.1 EUR", "or more where a document cannot be counted here. For 1 document the minimum"),
    ],
)
def test_the_cost_is_told_in_money_where_the_user_entered_a_price(
    make: Make, text: Path, cases: LazyUseCases, name: str, price: str, words: str
) -> None:
    set_costs(cases.session, price=price)
    text.with_name("scan.pdf").write_bytes(b"%PDF-1.7")

    dialog = make(text.with_name(name))

    assert words in dialog.cost.text()


@pytest.mark.slow
def test_without_a_connection_the_reason_is_told_and_documents_can_wait(
    make: Make, text: Path, cases: LazyUseCases, finish: Finish, at_rest: Rest
) -> None:
    dialog = make(text)
    finish(cases.session.stop())

    dialog.targets.choose(["de"])
    at_rest()

    assert dialog.glossary_reason.text().startswith("The glossaries cannot be listed: ")
    assert dialog.accept_button.isEnabled()


@pytest.mark.slow
def test_a_service_that_keeps_the_dialog_waiting_is_told(
    make: Make, text: Path, at_rest: Rest, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr("termdesk.ui.documents.add_documents_dialog.SILENT_MILLISECONDS", 0)
    dialog = make(text)
    shown: list[str] = []
    dialog._waiting_timer.timeout.connect(lambda: shown.append(dialog.glossary_reason.text()))

    dialog.targets.choose(["de"])

    qtbot.waitUntil(lambda: bool(shown))
    assert shown == ["Looking for glossaries…"]
    at_rest()
    assert dialog.glossary_reason.text() == "There is no glossary on this service yet."
    assert dialog.accept_button.isEnabled()


@pytest.mark.slow
def test_documents_over_a_cap_cannot_be_sent_and_the_way_out_is_told(
    make: Make, text: Path, cases: LazyUseCases
) -> None:
    cases.session.save_settings(replace(cases.session.settings, job_cap=33))
    dialog = make(text)
    assert dialog.accept_button.isEnabled()

    dialog.targets.choose(["de", "es"])

    assert not dialog.accept_button.isEnabled()
    assert "34 characters; your limit for a job is 33. Send less, or raise the limit" in dialog.cost.text()
    assert "will be billed" not in dialog.cost.text()


@pytest.mark.slow
def test_what_was_sent_today_counts_for_the_cap_of_a_day(
    make: Make, text: Path, cases: LazyUseCases, finish: Finish
) -> None:
    set_costs(cases.session, day_cap=100)
    finish(cases._records.history.add_billed_call(cases.session.profile, "x", estimated=84, billed=None))

    dialog = make(text)

    assert "84 were used today" in dialog.cost.text()
    assert ": 16 left." in dialog.cost.text()
    assert not dialog.accept_button.isEnabled()


@pytest.mark.slow
def test_a_document_that_cannot_be_counted_costs_its_minimum_or_more(make: Make, tmp_path: Path) -> None:
    pdf = tmp_path / "scan.pdf"
    pdf.write_bytes(b"%PDF-1.7")

    dialog = make(pdf)

    assert cell(dialog, 0, 1) == "50,000 or more"
    assert dialog.cost.text().startswith("50,000 characters will be billed, or more")


@pytest.mark.slow
def test_a_short_document_says_that_the_minimum_of_its_type_is_counted(make: Make, text: Path, tmp_path: Path) -> None:
    short = tmp_path / "short.docx"
    document = Document()
    document.add_paragraph("The house.")
    document.save(str(short))

    dialog = make(short, text)

    assert cell(dialog, 0, 1) == "50,000"
    assert dialog.cost.text() == (
        "50,017 characters will be billed. For 1 document the minimum of its type is counted."
    )
    lines = [dialog.table.item(row, 1) for row in range(2)]
    assert [each.data(Qt.ItemDataRole.AccessibleDescriptionRole) for each in lines if each is not None] == [
        "The minimum of this type: 50,000 characters, however short the document is.",
        "",
    ]
    assert lines[0] is not None
    assert "The minimum of this type" in lines[0].toolTip()


@pytest.mark.slow
def test_the_pattern_of_names_has_an_example(make: Make, text: Path, memory: DocumentsMemory) -> None:
    memory.targets = []
    dialog = make(text)
    assert dialog.pattern_example.text() == "Example: house.de.txt"

    dialog.targets.choose(["es"])
    dialog.pattern.setText("{target}_{name}")

    assert dialog.pattern_example.text() == "Example: es_house.txt"


@pytest.mark.slow
def test_another_format_is_offered_for_documents_that_can_have_it(make: Make, text: Path, tmp_path: Path) -> None:
    pdf = tmp_path / "scan.pdf"
    pdf.write_bytes(b"%PDF-1.7")
    assert not make(text).format.isVisibleTo(None)

    dialog = make(pdf, text)
    dialog.show()
    assert dialog.format.isVisible()
    assert dialog.choices.output_format == ""
    dialog.format.setCurrentIndex(1)
    dialog.format.activated.emit(1)

    assert dialog.choices.output_format == "docx"
    assert [cell(dialog, row, 2) for row in range(2)] == ["scan.es.docx", "house.es.txt"]


@pytest.mark.slow
def test_what_takes_much_of_what_is_left_is_warned_of(
    make: Make, text: Path, cases: LazyUseCases, service: DocumentService, finish: Finish
) -> None:
    service.usage = {"character_count": 90, "character_limit": 100}
    finish(cases.usage_monitor.read())

    dialog = make(text)

    assert "only 10 are left" in dialog.cost.text()


@pytest.mark.slow
def test_a_file_that_cannot_be_sent_says_why_and_the_others_go(make: Make, text: Path, tmp_path: Path) -> None:
    empty = [tmp_path / name for name in ("a.txt", "b.txt", "c.txt")]
    for path in empty:
        path.touch()

    dialog = make(text, *empty)

    assert "“a.txt” is empty." in dialog.problem.text()
    assert "1 more document cannot be translated." in dialog.problem.text()
    assert [file.path for file in dialog.files] == [text]
    assert dialog.accept_button.isEnabled()


@pytest.mark.slow
def test_each_refused_file_says_why_in_its_line(make: Make, tmp_path: Path) -> None:
    empty, damaged, other = (tmp_path / name for name in ("empty.txt", "damaged.docx", "tune.mp3"))
    empty.touch()
    damaged.write_bytes(b"no package")
    other.write_bytes(b"la la la")

    dialog = make(empty, damaged, other)

    assert cell(dialog, 0, 2) == "“empty.txt” is empty."
    assert cell(dialog, 1, 2).startswith("The text of “damaged.docx” cannot be read: It is not what its extension says")
    assert cell(dialog, 2, 2) == "Documents of the format “mp3” are not translated."
    assert "1 more document cannot be translated. These formats are translated: docx, " in dialog.problem.text()
    assert not dialog.accept_button.isEnabled()


def test_each_refused_file_says_in_its_line_what_to_do_instead(make: Make, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("old.doc", "slides.odp", "layout.indd", "scan.gif")]
    for each in files:
        each.write_bytes(b"content")

    dialog = make(*files)

    remedies = ("Save it as docx.", "Save it as pptx.", "Save it as idml.", "Type the text into the Translate pane.")
    for row, remedy in enumerate(remedies):
        assert cell(dialog, row, 2).endswith(remedy)


@pytest.mark.slow
def test_a_screen_reader_hears_what_is_counted(make: Make, text: Path) -> None:
    dialog = make(text)

    item = dialog.table.item(0, 1)
    assert item is not None
    assert item.data(Qt.ItemDataRole.AccessibleTextRole) == "17"


@pytest.mark.slow
@pytest.mark.parametrize(("remembered", "expected"), [([], ("es", ("de",))), (["es"], ("en", ("es",)))])
def test_the_first_documents_get_the_languages_of_texts(
    make: Make,
    text: Path,
    service: DocumentService,
    memory: DocumentsMemory,
    remembered: list[str],
    expected: tuple[str, tuple[str, ...]],
) -> None:
    service.glossaries = [listed("Spanish", "es")]
    memory.targets = remembered

    dialog = make(text, proposed=LanguagePair("es", "de"))

    assert (dialog.source.code, dialog.targets.chosen) == expected


@pytest.mark.slow
def test_the_only_glossary_proposes_its_only_target(
    make: Make, text: Path, service: DocumentService, memory: DocumentsMemory
) -> None:
    service.glossaries = [listed("Spanish", "es")]
    memory.targets = []

    dialog = make(text)

    assert dialog.targets.chosen == ("es",)
    assert dialog.choices.glossary is not None
    assert dialog.accept_button.isEnabled()


@pytest.mark.slow
def test_a_proposed_target_that_the_user_takes_away_does_not_come_back(
    make: Make, text: Path, service: DocumentService, memory: DocumentsMemory, at_rest: Rest
) -> None:
    service.glossaries = [listed("Spanish", "es")]
    memory.targets = []
    dialog = make(text)

    dialog.targets.choose([])
    at_rest()
    assert dialog.targets.chosen == ()

    dialog.targets.choose(["de"])
    at_rest()
    assert dialog.targets.chosen == ("de",)


@pytest.mark.slow
def test_no_glossary_stays_chosen_for_other_languages(
    make: Make, text: Path, service: DocumentService, memory: DocumentsMemory, at_rest: Rest
) -> None:
    service.glossaries = [listed("Spanish", "es"), listed("Both", "es", "de")]
    memory.glossary_id = "Both"
    dialog = make(text)
    assert dialog.choices.glossary is not None

    dialog.glossary.setCurrentIndex(0)
    dialog.glossary.activated.emit(0)
    dialog.targets.choose(["es", "de"])
    at_rest()

    assert dialog.choices.glossary is None


@pytest.mark.slow
def test_a_chosen_glossary_proposes_a_target_only_where_it_has_one(
    make: Make, text: Path, service: DocumentService, memory: DocumentsMemory, at_rest: Rest
) -> None:
    service.glossaries = [listed("Both", "de", "es"), listed("Spanish", "es")]
    memory.targets = []
    dialog = make(text)
    assert dialog.targets.chosen == ()

    for position, expected in ((1, ()), (2, ("es",))):
        dialog.glossary.setCurrentIndex(position)
        dialog.glossary.activated.emit(position)
        at_rest()
        assert dialog.targets.chosen == expected

    assert dialog.choices.glossary is not None
    assert dialog.choices.glossary.name == "Spanish"


@pytest.mark.slow
def test_the_reason_takes_no_more_room_than_its_text(make: Make, text: Path) -> None:
    dialog = make(text)
    dialog.show()

    reason = dialog.glossary_reason
    assert reason.text() == "There is no glossary on this service yet."
    assert reason.height() <= reason.fontMetrics().height() * 1.5


@pytest.mark.slow
def test_a_draft_of_the_direction_is_named(make: Make, text: Path, cases: LazyUseCases, finish: Finish) -> None:
    draft = finish(cases.library.new("Rail", LanguagePair("en", "es"), Entries.of([("axle", "eje")])))

    dialog = make(text)

    assert dialog.glossary_reason.text() == "“Rail” has en → es as a draft: publish it to use it here."
    finish(cases.library.close(draft))


@pytest.mark.slow
@pytest.mark.parametrize("remembered", [[], ["es"]])
def test_the_first_documents_take_the_only_glossary(
    make: Make, text: Path, service: DocumentService, memory: DocumentsMemory, at_rest: Rest, remembered: list[str]
) -> None:
    service.glossaries = [listed("Spanish", "es")]
    memory.targets = remembered

    dialog = make(text)
    dialog.targets.choose(["es"])
    at_rest()

    assert (dialog.choices.glossary is not None) is (not remembered), "none was chosen before"
    dialog.glossary.setCurrentIndex(0)
    dialog.glossary.activated.emit(0)
    dialog.targets.choose(["de"])
    dialog.targets.choose(["es"])
    at_rest()
    assert dialog.choices.glossary is None


def test_glossaries_that_fit_all_languages_come_first_and_others_say_where_they_are_not_used(
    make: Make, text: Path, service: DocumentService, at_rest: Rest
) -> None:
    service.glossaries = [listed("Both", "de", "es"), listed("Spanish", "es")]
    dialog = make(text)
    assert [dialog.glossary.itemText(position) for position in range(3)] == ["No glossary", "Both", "Spanish"]
    dialog.glossary.setCurrentIndex(1)

    dialog.targets.choose(["de", "es"])
    at_rest()
    assert [dialog.glossary.itemText(position) for position in range(dialog.glossary.count())] == [
        "No glossary",
        "Both",
        "Spanish",
    ]
    assert dialog.choices.glossary is not None
    assert dialog.glossary_reason.text() == ""
    dialog.glossary.setCurrentIndex(2)
    dialog.glossary.activated.emit(2)
    assert "no dictionary for German" in dialog.glossary_reason.text()
    assert dialog.choices.glossary_for("de") is None

    dialog.source.choose("")
    at_rest()
    assert dialog.choices.glossary is None
    assert "needs the source language" in dialog.glossary_reason.text()


@pytest.mark.slow
def test_what_was_chosen_comes_back_the_next_time(make: Make, text: Path, memory: DocumentsMemory) -> None:
    dialog = make(text)
    dialog.targets.choose(["de", "es"])
    dialog.pattern.setText("{target} {name}")
    assert cell(dialog, 0, 2) == "de house.txt, es house.txt"
    dialog.accept()

    again = make(text)

    assert again.choices == dialog.choices
    assert (memory.targets, memory.pattern) == (["de", "es"], "{target} {name}")


def test_a_chosen_folder_takes_the_translations(
    make: Make, text: Path, tmp_path: Path, memory: DocumentsMemory
) -> None:
    memory.folder = str(tmp_path / "out")

    dialog = make(text)
    assert dialog.choices.folder == tmp_path / "out"

    dialog.folder.setCurrentIndex(0)
    dialog.folder.activated.emit(0)
    assert dialog.choices.folder is None


@pytest.mark.slow
def test_the_translation_is_announced_under_a_name_that_is_free(make: Make, text: Path) -> None:
    text.with_name("house.es.txt").write_text("My own translation.", "utf-8")

    dialog = make(text)

    assert cell(dialog, 0, 2) == "house.es (2).txt"
    assert "house.es (2).txt" in dialog.pattern_example.text()
    dialog.pattern.setText("{target}-{name}")
    assert cell(dialog, 0, 2) == "es-house.txt"


XLIFF = """<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="a" source-language="en" target-language="de" datatype="plaintext"><body>
<trans-unit id="1"><source>house</source><target>Haus</target></trans-unit>
<trans-unit id="2"><source>big</source></trans-unit>
</body></file></xliff>"""


@pytest.mark.slow
def test_the_estimate_says_why_it_counts_what_is_translated_already(make: Make, tmp_path: Path, at_rest: Rest) -> None:
    path = tmp_path / "half.xlf"
    path.write_text(XLIFF, "utf-8")
    dialog = make(path)
    assert dialog.cost.text() == "8 characters will be billed.", "no text is translated into Spanish"

    dialog.targets.choose(["de"])
    at_rest()

    reason = "are translated already. The service gets whole documents, and may translate and bill them again."
    assert dialog.cost.text() == f"8 characters will be billed. 5 characters of these {reason}"
    item = dialog.table.item(0, 1)
    assert item is not None
    assert item.text() == "8"
    assert reason in item.toolTip()
