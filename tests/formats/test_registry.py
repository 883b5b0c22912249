"""The registry of file formats: one record is enough for a format to be read, written, offered and named."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from threading import Thread

import pytest

from termdesk.application.glossaries.exporting.export import export_formats, export_forms, format_losses, write_file
from termdesk.application.glossaries.importing.given_files import files_in
from termdesk.application.glossaries.importing.import_files import (
    look_into,
    read_pairs,
    readable_endings,
    text_kinds,
)
from termdesk.command_line import main
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress, Progress
from termdesk.formats.file_format import FileContent, FileForm, FileFormat, FileStart, FormatReader, FormatWriter
from termdesk.formats.file_view import FileView, ImportChoices, PairInFile
from termdesk.formats.read_result import ReadResult
from termdesk.formats.registry import file_formats

EN_DE, EN_FR = LanguagePair("en", "de"), LanguagePair("en", "fr")


def read_toy(path: Path, choices: ImportChoices, _progress: Progress) -> tuple[FileView, ReadResult]:
    first, *lines = path.read_text("utf-8").splitlines()
    pair = LanguagePair(*first.removeprefix("toy ").split("-"))
    rows = [(source, target) for source, _, target in (line.partition(" = ") for line in lines)]
    view = FileView("Toy", ("Source", "Target"), (0, 1), (), choices.pair or pair, tuple(rows), text_kind="toy")
    return view, ReadResult(Entries.of(rows), range(2, len(rows) + 2))


def write_toy(pair: LanguagePair, entries: Entries, _form: FileForm, _progress: Progress) -> FileContent:
    text = f"toy {pair.source}-{pair.target}\n" + "".join(f"{source} = {target}\n" for source, target in entries)
    return FileContent(iter([text.encode()]), len(entries))


def toy_losses(_pair: LanguagePair, entries: Entries, _form: FileForm) -> list[str]:
    return ["Phrases with = are cut."] if any("=" in source for source, _ in entries) else []


def is_toy(start: FileStart) -> bool:
    return start.text.startswith("toy ")


TOY = FileFormat(
    "toy",
    "Toy glossary",
    (".toy",),
    FormatReader(read_toy),
    FormatWriter(write_toy, toy_losses),
    recognizes=is_toy,
    text_kind="toy",
    text_title="Toy glossary",
    other_forms=(("Toy glossary with semicolons", FileForm(";")),),
)


def add_format(monkeypatch: pytest.MonkeyPatch, file_format: FileFormat) -> None:
    monkeypatch.setattr(file_formats, "_formats", [*file_formats._formats, file_format])


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> FileFormat:
    add_format(monkeypatch, TOY)
    return TOY


def file_of(folder: Path, name: str, text: str) -> Path:
    (folder / name).write_text(text, "utf-8")
    return folder / name


@pytest.mark.usefixtures("toy")
def test_a_new_format_is_read_and_written_by_its_record_alone(tmp_path: Path) -> None:
    path = tmp_path / "terms.toy"

    report = write_file(NoProgress(), Entries.of([("tree", "Baum")]), path, EN_DE)
    view, result = look_into(NoProgress(), path, ImportChoices())

    assert report.entry_count == 1
    assert (view.format, view.pair) == ("Toy", EN_DE)
    assert list(result.entries) == [("tree", "Baum")]


@pytest.mark.usefixtures("toy")
def test_a_new_format_is_offered_and_named_everywhere(tmp_path: Path) -> None:
    toy_file = file_of(tmp_path, "terms.toy", "toy en-de\ntree = Baum\n")

    assert ".toy" in readable_endings()
    assert export_formats()[".toy"] == "Toy glossary"
    assert [each for each in export_forms() if each[0] == ".toy"] == [
        (".toy", "Toy glossary", FileForm()),
        (".toy", "Toy glossary with semicolons", FileForm(";")),
    ]
    assert text_kinds()["toy"] == "Toy glossary"
    assert files_in(NoProgress(), [tmp_path]) == [toy_file]
    assert format_losses(NoProgress(), Entries.of([("a=b", "c")]), toy_file, EN_DE) == ["Phrases with = are cut."]


@pytest.mark.parametrize(("text", "is_imported"), [("toy en-de\ntree = Baum\n", True), ("a plan\n", False)])
def test_a_file_with_a_common_ending_is_imported_with_its_folder_if_its_content_is_recognized(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, is_imported: bool
) -> None:
    path = file_of(tmp_path, "terms.toy", text)
    add_format(monkeypatch, replace(TOY, has_common_ending=True))

    assert file_formats.is_known(path) is is_imported


@pytest.mark.usefixtures("toy")
def test_the_command_line_converts_a_new_format(tmp_path: Path) -> None:
    toy_file = file_of(tmp_path, "terms.toy", "toy en-de\ntree = Baum\n")

    assert main(["convert", str(toy_file), str(tmp_path / "terms.tsv")]) == 0
    assert main(["convert", str(tmp_path / "terms.tsv"), str(tmp_path / "again.toy"), "--source-lang", "en",
                 "--target-lang", "de"]) == 0  # fmt: skip

    assert (tmp_path / "terms.tsv").read_text("utf-8") == "tree\tBaum\n"
    assert (tmp_path / "again.toy").read_text("utf-8") == "toy en-de\ntree = Baum\n"


@pytest.mark.usefixtures("toy")
def test_a_format_is_found_by_its_content_and_by_the_choice_of_the_user(tmp_path: Path) -> None:
    by_content = file_of(tmp_path, "terms.txt", "toy en-de\ntree = Baum\n")

    assert file_formats.find(by_content) is TOY
    assert file_formats.find(by_content, "table").name in ("tsv", "csv")
    assert file_formats.find(file_of(tmp_path, "other.txt", "a\tb\n"), "toy") is TOY


@pytest.mark.usefixtures("toy")
def test_a_format_without_a_pass_for_several_pairs_is_read_once_for_each(tmp_path: Path) -> None:
    path = file_of(tmp_path, "terms.toy", "toy en-de\ntree = Baum\n")

    results = read_pairs(NoProgress(), path, ImportChoices(), [PairInFile(EN_DE, 1), PairInFile(EN_FR, 1)])

    assert [list(each.entries) for each in results] == [[("tree", "Baum")]] * 2


def test_an_ending_of_no_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="no extension"):
        file_formats.of_written(tmp_path / "terms.toy")


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("broken.tbx", "# no XML at all", "tbx"),
        ("base.tbx", "<mtf></mtf>", "multiterm"),
        ("base.xml", "<anything/>", "xml"),
        ("sheet.xlsx", "<mtf></mtf>", "xlsx"),
        ("words.utf8", "a\tb\n", "omegat"),
        ("words.txt", "# comment\na\tb\n", "omegat"),
        ("words.unknown", "a\tb\n", "tsv"),
    ],
)
def test_what_a_file_holds_goes_before_its_ending(tmp_path: Path, name: str, text: str, found: str) -> None:
    assert file_formats.find(file_of(tmp_path, name, text)).name == found


def test_endings_and_names_are_used_once() -> None:
    endings = [ending for each in file_formats._formats for ending in each.endings]
    names = [each.name for each in file_formats._formats]

    assert len(set(endings)) == len(endings)
    assert len(set(names)) == len(names)


def test_only_some_formats_hold_all_languages(tmp_path: Path) -> None:
    assert [each.name for each in file_formats.writable if each.has_several_pairs] == [
        "xlsx",
        "tbx",
        "tmx",
        "multiterm",
    ]

    with pytest.raises(InvalidInput, match="all languages"):
        file_formats.of_written(tmp_path / "terms.tsv", has_several_pairs=True)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("ending", file_formats.readable_endings)
def test_a_named_pipe_is_refused_whatever_its_ending(tmp_path: Path, ending: str) -> None:
    pipe = tmp_path / f"pipe{ending}"
    os.mkfifo(pipe)
    reported: list[str] = []

    def look() -> None:
        try:
            look_into(NoProgress(), pipe, ImportChoices())
        except InvalidInput as error:
            reported.append(str(error))

    reading = Thread(target=look, daemon=True)
    reading.start()
    reading.join(20)

    assert reported == [f"{pipe.name} is not a file."]
