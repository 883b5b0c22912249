"""Files of other tools as formats: how they are recognized, and what the import dialog shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from termdesk.application.glossaries.importing.import_files import look_into
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress
from termdesk.formats.file_format import FileFormat, FileStart
from termdesk.formats.file_view import FileView, ImportChoices
from termdesk.formats.read_result import ReadResult
from termdesk.formats.text.tool_glossaries import OMEGAT, PO, UTX, WORDFAST

EN_DE = LanguagePair("en", "de")
PO_TEXT = 'msgid ""\nmsgstr "Language: de\\n"\n\n#. on the menu\nmsgid "tree"\nmsgstr "Baum"\n'
UTX_TEXT = "#UTX 1.11; en/de; 2024-03-01\n#src\ttgt\ttree\ntree\tBaum\tnoun\n"
MEMORY = (
    "%20250102~101500\t%User ID,AB\t%TU=00000001\t%EN-US\t%Wordfast TM v.5.51w\t%DE-DE\t%---00000001\t.\t.\n"
    "20250102~101501\tAB\t0\tEN-US\ttree\tDE-DE\tBaum\n"
)


def file_of(folder: Path, text: str, name: str) -> Path:
    (folder / name).write_bytes(text.encode())
    return folder / name


def view(file_format: FileFormat, path: Path, choices: ImportChoices | None = None) -> tuple[FileView, ReadResult]:
    assert file_format.reader
    return file_format.reader.view(path, choices or ImportChoices(), NoProgress())


@pytest.mark.parametrize(
    ("text", "ending", "found"),
    [
        (PO_TEXT, ".txt", PO),
        (UTX_TEXT, ".txt", UTX),
        (MEMORY, ".txt", WORDFAST),
        ("# Glossary in tab-separated format\ntree\tBaum\n", ".txt", OMEGAT),
        ("tree\tBaum\n", ".txt", None),
    ],
)
def test_a_file_is_known_by_its_beginning(text: str, ending: str, found: FileFormat | None) -> None:
    start = FileStart(Path(f"x{ending}"), read_text=lambda _: text, read_xml_root=lambda _: "")

    known = [each for each in (OMEGAT, WORDFAST, UTX, PO) if each.recognizes(start)]

    assert known[-1:] == ([found] if found else [])


def test_the_first_entries_are_shown_with_their_comments(tmp_path: Path) -> None:
    text = "tree\tBaum\ttall\n" + "".join(f"word {number}\tWort {number}\n" for number in range(40))
    file, result = view(OMEGAT, file_of(tmp_path, text, "glossary.en-de.utf8"))

    assert file.first_rows[:2] == (("tree", "Baum", "tall"), ("word 0", "Wort 0", ""))
    assert (len(file.first_rows), len(result.entries)) == (20, 41)
    assert (file.pair, file.phrase_columns, file.is_memory) == (EN_DE, (0, 1), False)


def test_the_pair_of_the_user_goes_before_the_one_of_the_file_and_that_before_its_name(tmp_path: Path) -> None:
    path = file_of(tmp_path, UTX_TEXT, "terms.fr-it.utx")

    assert view(UTX, path)[0].pair == EN_DE
    assert view(UTX, path)[0].format == "UTX 1.11"
    chosen = LanguagePair("en-GB", "de-AT")
    assert view(UTX, path, ImportChoices(pair=chosen))[0].pair == chosen
    assert view(OMEGAT, file_of(tmp_path, "tree\tBaum\n", "terms.fr-it.txt"))[0].pair == LanguagePair("fr", "it")


def test_a_wordfast_memory_is_told_from_a_glossary(tmp_path: Path) -> None:
    memory, result = view(WORDFAST, file_of(tmp_path, MEMORY, "memory.txt"))
    glossary, _ = view(WORDFAST, file_of(tmp_path, "tree\tBaum\n", "glossary.txt"))

    assert (memory.is_memory, memory.pair, list(result.entries)) == (
        True,
        LanguagePair("en-US", "de-DE"),
        [("tree", "Baum")],
    )
    assert (glossary.is_memory, glossary.pair) == (False, None)
    assert memory.format != glossary.format


def test_a_catalog_of_unnamed_source_language_says_that_english_is_assumed(tmp_path: Path) -> None:
    path = file_of(tmp_path, PO_TEXT, "messages.po")

    assumed, result = view(PO, path)
    settled, _ = view(PO, path, ImportChoices(pair=LanguagePair("fr", "de")))

    assert (assumed.pair, list(result.entries), assumed.is_memory) == (EN_DE, [("tree", "Baum")], True)
    assert len(assumed.notes) == len(settled.notes) + 1


def test_the_encoding_that_the_user_settled_is_used(tmp_path: Path) -> None:
    path = tmp_path / "terms.utf8"
    path.write_bytes("Bäume\ttrees\n".encode("cp1252"))

    file, result = view(OMEGAT, path, ImportChoices(encoding="cp1252"))

    assert (file.encoding, file.encoding_is_certain) == ("cp1252", True)
    assert list(result.entries) == [("Bäume", "trees")]


@pytest.mark.parametrize(
    "text",
    [
        "tree\tBaum\n# trees of the sea\nkelp\tTang\nsea\tMeer\n",
        "tree\tBaum\nkelp\tTang\tno tree\nsea\tMeer\n",
    ],
    ids=["a line of its own", "a third column"],
)
def test_a_tab_file_with_a_comment_here_and_there_is_omegats(tmp_path: Path, text: str) -> None:
    path = file_of(tmp_path, text, "glossary.en-de.tab")

    file, result = look_into(NoProgress(), path, ImportChoices())

    assert file.format == "OmegaT glossary"
    assert list(result.entries) == [("tree", "Baum"), ("kelp", "Tang"), ("sea", "Meer")]
    assert not result.rejected_rows


def test_a_tab_file_with_a_comment_in_each_row_is_a_table(tmp_path: Path) -> None:
    path = file_of(tmp_path, "English\tGerman\tNote\ntree\tBaum\ttall\nsea\tMeer\twet\n", "glossary.tab")

    assert look_into(NoProgress(), path, ImportChoices())[0].format == "TSV"
