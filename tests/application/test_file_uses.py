"""Files and folders: what each can be used for, on which pane that is clear, and where the user is asked."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from termdesk.application.file_uses import FileUse, sentence_files_in, sort_files, uses_of

GLOSSARY, DOCUMENT, SENTENCES = FileUse.GLOSSARY, FileUse.DOCUMENT, FileUse.SENTENCES
TABLE = "house\tcasa\nwell\tpozo\n"
PROSE = "The house is big; its roof, too.\nA well is behind the house.\n"
TBX = '<?xml version="1.0"?><tbx style="dca" type="TBX-Basic" xml:lang="en"><text><body/></text></tbx>'
TMX = '<?xml version="1.0"?><tmx version="1.4"><header/><body/></tmx>'


def written(folder: Path, name: str, text: str = "x") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".xlsx":
        openpyxl.Workbook().save(str(path))
    else:
        path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "text", "preferred", "choices"),
    [
        # Clear by content alone, wherever they are dropped.
        ("a.docx", "x", GLOSSARY, (DOCUMENT,)),
        ("a.docx", "x", None, (DOCUMENT,)),
        ("a.pdf", "x", GLOSSARY, (DOCUMENT,)),
        ("a.odt", "x", GLOSSARY, (DOCUMENT,)),
        ("a.gif", "x", SENTENCES, (DOCUMENT,)),
        ("a.html", "x", GLOSSARY, (DOCUMENT,)),
        ("a.csv", TABLE, DOCUMENT, (GLOSSARY,)),
        ("a.tbx", TBX, DOCUMENT, (GLOSSARY,)),
        ("a.xml", "<book><p>Text</p></book>", GLOSSARY, (DOCUMENT,)),
        ("a.json", '{"greeting": "Hello"}', GLOSSARY, (DOCUMENT,)),
        # Clear by the pane.
        ("a.docx", "x", SENTENCES, (SENTENCES,)),
        ("a.txt", PROSE, SENTENCES, (SENTENCES,)),
        ("a.txt", PROSE, DOCUMENT, (DOCUMENT,)),
        ("a.txt", TABLE, DOCUMENT, (DOCUMENT,)),
        ("a.txt", PROSE, None, (DOCUMENT,)),
        ("a.txt", TABLE, GLOSSARY, (GLOSSARY,)),
        ("a.txt", TABLE, None, (GLOSSARY,)),
        ("a.xlsx", "", GLOSSARY, (GLOSSARY,)),
        ("a.xlsx", "", DOCUMENT, (DOCUMENT,)),
        ("a.ods", "x", GLOSSARY, (GLOSSARY,)),
        ("a.ods", "x", None, (GLOSSARY,)),
        ("a.xlsb", "x", GLOSSARY, (DOCUMENT,)),
        ("a.xlf", "<xliff version='1.2'/>", DOCUMENT, (DOCUMENT,)),
        ("a.xlf", "<xliff version='1.2'/>", SENTENCES, (SENTENCES,)),
        # Asked: the pane says one thing, and the content another or nothing.
        ("a.txt", PROSE, GLOSSARY, (GLOSSARY, DOCUMENT)),
        ("a.txt", TABLE, SENTENCES, (SENTENCES, GLOSSARY)),
        ("a.csv", TABLE, SENTENCES, (SENTENCES, GLOSSARY)),
        ("a.tmx", TMX, SENTENCES, (SENTENCES, GLOSSARY)),
        ("a.xml", TMX, DOCUMENT, (DOCUMENT, GLOSSARY)),
        # It can only be imported, but somebody who wants to translate it must learn that.
        ("a.ods", "x", DOCUMENT, (DOCUMENT, GLOSSARY)),
        ("a.xls", "x", DOCUMENT, (DOCUMENT, GLOSSARY)),
        ("a.xlsm", "x", DOCUMENT, (DOCUMENT, GLOSSARY)),
        ("a.ods", "x", SENTENCES, (SENTENCES, GLOSSARY)),
        ("a.xlsx", "", None, (GLOSSARY, DOCUMENT)),
        ("a.xlf", "<xliff version='1.2'/>", None, (GLOSSARY, DOCUMENT)),
    ],
)
def test_content_and_pane_decide_the_use_of_a_file(
    name: str, text: str, preferred: FileUse | None, choices: tuple[FileUse, ...], tmp_path: Path
) -> None:
    assert uses_of(written(tmp_path, name, text)).choices_for(preferred) == choices


@pytest.mark.parametrize(
    ("names", "preferred", "choices"),
    [
        (("a.docx", "deep/b.docx"), GLOSSARY, (DOCUMENT,)),
        (("a.tsv", "deep/b.csv"), DOCUMENT, (GLOSSARY,)),
        (("a.xlsx",), GLOSSARY, (GLOSSARY,)),
        (("a.docx", "b.csv"), GLOSSARY, (GLOSSARY, DOCUMENT)),
        (("a.docx", "b.csv"), DOCUMENT, (DOCUMENT, GLOSSARY)),
        (("a.docx", "b.csv"), None, (GLOSSARY, DOCUMENT)),
        (("a.ods",), GLOSSARY, (GLOSSARY,)),
        (("a.ods",), DOCUMENT, (DOCUMENT, GLOSSARY)),
        (("a.docx", "photo.gif", ".hidden.csv", "~$a.docx"), GLOSSARY, (DOCUMENT,)),
        (("a.docx", "b.txt"), SENTENCES, (SENTENCES,)),
        (("terms.csv", "release/termdesk-release.json"), SENTENCES, (SENTENCES, GLOSSARY)),
        (("notes.exe",), GLOSSARY, ()),
    ],
)
def test_a_folder_is_used_for_what_is_in_it(
    names: tuple[str, ...], preferred: FileUse | None, choices: tuple[FileUse, ...], tmp_path: Path
) -> None:
    for name in names:
        written(tmp_path / "folder", name, TABLE if name.endswith("sv") else PROSE)

    assert uses_of(tmp_path / "folder").choices_for(preferred) == choices


def test_no_file_of_a_mixed_drop_is_lost(tmp_path: Path) -> None:
    names = ("a.docx", "b.csv", "c.txt", "d.unknown", "e", "missing.docx", "f.xml")
    paths = [written(tmp_path, name, {"b.csv": TABLE, "f.xml": TMX}.get(name, PROSE)) for name in names]
    paths[5].unlink()

    found = sort_files(paths, DOCUMENT)

    sorted_paths = [path for group in (*found.by_use.values(), *found.open_questions.values()) for path in group]
    assert sorted(sorted_paths) == sorted(paths)
    assert found.by_use[GLOSSARY] == [paths[1]]
    assert found.open_questions == {(DOCUMENT, GLOSSARY): [paths[6]]}


def test_sentences_are_found_in_the_files_of_a_folder(tmp_path: Path) -> None:
    for name in ("b.txt", "a.docx", "picture.png", "deep/c.xlf"):
        written(tmp_path / "folder", name, PROSE)

    found = sentence_files_in([tmp_path / "folder", tmp_path / "folder" / "b.txt"])

    assert [each.name for each in found] == ["a.docx", "b.txt", "c.xlf"]
