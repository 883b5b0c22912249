"""Files of every readable kind are converted into every kind that the program writes, on the command line."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest
import xlsxwriter

from support.files.file_modes import modes_under_umask
from support.files.hostile_spreadsheets import far_corner
from support.files.pipes import piped
from termdesk.application.glossaries.exporting.export import export_formats, write_file
from termdesk.application.glossaries.importing.file_view import ImportChoices
from termdesk.application.glossaries.importing.import_files import look_into
from termdesk.command_line import main
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import FORBIDDEN, EntryDetail
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress
from termdesk.formats.spreadsheets.xlsx_writer import PairEntries, dictionary_sheets, write

EN_DE = LanguagePair("en", "de")
FILES = Path(__file__).parent.parent / "formats" / "files"
ROWS = [("contract", "Vertrag"), ("lease; rent", 'Miete, "Pacht"'), ("-able", "=bar"), ("car", "車")]


def written(folder: Path, name: str, entries: Entries | None = None) -> Path:
    write_file(NoProgress(), entries or Entries.of(ROWS), folder / name, EN_DE)
    return folder / name


def plain(folder: Path, name: str, text: str) -> Path:
    (folder / name).write_text(text, "utf-8")
    return folder / name


def held(path: Path) -> Entries:
    return look_into(NoProgress(), path, ImportChoices(pair=EN_DE))[1].entries


@pytest.mark.parametrize("ending", export_formats())
@pytest.mark.parametrize("original", export_formats())
def test_every_kind_becomes_every_other(tmp_path: Path, original: str, ending: str) -> None:
    path, out = written(tmp_path, f"terms.en-de{original}"), tmp_path / f"out.en-de{ending}"

    assert main(["convert", str(path), str(out)]) == 0

    assert list(held(out)) == ROWS


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("omegat.utf8", "# comment\nhouse\tHaus\ta note\n"),
        (
            "wordfast.txt",
            "%20250102~101500\t%User ID,AB,Ann\t%TU=00000001\t%EN-US\t%Wordfast TM v.5.51w\t%DE-DE\t%---00000001\n"
            "20250102~101504\tAB\t1\tEN-US\thouse\tDE-DE\tHaus\n",
        ),
        ("four.csv", "house,Haus,en,de\n"),
        ("words.utx", "#UTX 1.20; en/de\n#src\ttgt\nhouse\tHaus\n"),
        ("tool.po", 'msgid ""\nmsgstr "Language: de\\n"\n\nmsgid "house"\nmsgstr "Haus"\n'),
        (
            "base.xml",
            '<mtf><conceptGrp><languageGrp><language lang="EN"/><termGrp><term>house</term></termGrp></languageGrp>'
            '<languageGrp><language lang="DE"/><termGrp><term>Haus</term></termGrp></languageGrp></conceptGrp></mtf>',
        ),
        (
            "text.xlf",
            '<xliff version="2.1" srcLang="en" trgLang="de"><file><unit><segment><source>house</source>'
            "<target>Haus</target></segment></unit></file></xliff>",
        ),
    ],
)
def test_texts_of_other_tools_become_a_workbook(tmp_path: Path, name: str, content: str) -> None:
    path, out = plain(tmp_path, name, content), tmp_path / "out.xlsx"

    assert main(["convert", str(path), str(out), "--source-lang", "en", "--target-lang", "de"]) == 0

    assert list(held(out)) == [("house", "Haus")]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["libreoffice.xls", "libreoffice.ods", "libreoffice.xlsx"])
def test_spreadsheets_of_other_programs_become_text(tmp_path: Path, name: str) -> None:
    shutil.copy(FILES / name, tmp_path / name)

    code = main(["convert", str(tmp_path / name), str(tmp_path / "out.tsv")])

    assert code in (0, 1)
    assert list(held(tmp_path / "out.tsv"))


def test_notes_and_status_go_over_and_what_is_lost_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entries = Entries.of([("lease", "Miete"), ("lease", "Leasing")])
    entries.details = {0: EntryDetail("preferred", "of a flat", "law"), 1: EntryDetail(FORBIDDEN)}
    book = written(tmp_path, "terms.en-de.xlsx", entries)

    assert main(["convert", str(book), str(tmp_path / "out.tbx")]) == 0
    assert main(["convert", str(tmp_path / "out.tbx"), str(tmp_path / "out.tsv")]) == 0

    captured = capsys.readouterr()
    assert [held(tmp_path / "out.tbx").detail(row) for row in range(2)] == list(entries.details.values())
    assert (tmp_path / "out.tsv").read_text() == "lease\tMiete\n"
    assert "Lost: Forbidden entries are left out" in captured.err
    assert "forbidden: 1" in captured.err
    assert captured.out.endswith(f"1 entry written to {tmp_path / 'out.tsv'}.\n")


def test_lines_that_are_no_entry_go_to_a_file_beside_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "terms.en-de.tsv"
    path.write_bytes(b"house\tHaus\nlone\nbad\t\xff\xfe\n")

    code = main(["convert", str(path), str(tmp_path / "out.tmx"), "--encoding", "utf-8"])

    captured = capsys.readouterr()
    assert code == 1
    assert list(held(tmp_path / "out.tmx")) == [("house", "Haus")]
    rejected_rows_path = (tmp_path / "out.rejects.tsv").read_bytes().split(b"\n")
    assert [each.split(b"\t")[0] for each in rejected_rows_path[:3]] == [b"line", b"2", b"3"]
    assert rejected_rows_path[2].endswith(b"bad\t\xff\xfe")
    assert "2 rejected lines written to" in captured.out
    assert f"Not converted: {path}:2:" in captured.err


@pytest.mark.skipif(os.name != "posix", reason="modes are those of POSIX")
def test_what_is_written_is_readable_by_whom_the_umask_admits(tmp_path: Path) -> None:
    path = plain(tmp_path, "terms.en-de.tsv", "house\tHaus\nlone\n")
    folder = tmp_path / "out"
    folder.mkdir()

    with modes_under_umask(0o027, folder) as modes:
        main(["convert", str(path), str(folder / "out.csv")])

    assert modes == {"out.csv": 0o640, "out.rejects.tsv": 0o640}


def test_rejects_are_not_written_over_unasked(tmp_path: Path) -> None:
    path, kept = plain(tmp_path, "terms.tsv", "house\tHaus\nlone\n"), plain(tmp_path, "out.rejects.tsv", "mine")

    assert main(["convert", str(path), str(tmp_path / "out.csv")]) == 2

    assert kept.read_text() == "mine"
    assert not (tmp_path / "out.csv").exists()
    assert main(["convert", str(path), str(tmp_path / "out.csv"), "--force"]) == 1
    assert kept.read_text().startswith("line\t")


@pytest.mark.parametrize("kind", ["csv", "xlsx", "tmx"])
def test_each_pair_becomes_a_file(tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = plain(tmp_path, "all.csv", "en,de,fr\nsea,See,mer\nsun,,soleil\n")
    if kind == "xlsx":
        parts = {"de": [("sea", "See")], "fr": [("sea", "mer"), ("sun", "soleil")]}
        book = [PairEntries(LanguagePair("en", code), Entries.of(rows)) for code, rows in parts.items()]
        path = tmp_path / "all.xlsx"
        write(path, dictionary_sheets(book))
    if kind == "tmx":
        units = {"sea": {"de": "See", "fr": "mer"}, "sun": {"fr": "soleil"}}
        side = '<tuv xml:lang="{}"><seg>{}</seg></tuv>'
        body = "".join(
            "<tu>" + "".join(side.format(*each) for each in {"en": unit, **others}.items()) + "</tu>"
            for unit, others in units.items()
        )
        path = plain(tmp_path, "all.tmx", f'<tmx version="1.4"><body>{body}</body></tmx>')

    assert main(["convert", str(path), str(tmp_path / "one.tsv")]) == 0
    assert "also contains en → fr" in capsys.readouterr().err
    assert main(["convert", str(path), str(tmp_path / "out.tsv"), "--every-pair"]) == 0

    assert (tmp_path / "out.en-de.tsv").read_text() == "sea\tSee\n"
    assert (tmp_path / "out.en-fr.tsv").read_text() == "sea\tmer\nsun\tsoleil\n"
    assert not (tmp_path / "out.tsv").exists()


def test_sheet_and_columns_are_chosen_and_csv_is_made_for_spreadsheets(tmp_path: Path) -> None:
    book = [PairEntries(LanguagePair("en", code), Entries.of([("sea", f"={code}")])) for code in ("de", "fr")]
    write(tmp_path / "book.xlsx", dictionary_sheets(book))
    out = tmp_path / "out.csv"

    words = ["convert", str(tmp_path / "book.xlsx"), str(out), "--sheet", "en-fr", "--for-spreadsheets", "--semicolons"]
    assert main(words) == 0
    assert out.read_bytes() == b"\xef\xbb\xbfsea;'=fr\n"

    words = ["convert", str(plain(tmp_path, "n.tsv", "007\t1/2\n")), str(tmp_path / "n.csv"), "--all-as-text"]
    assert main(words) == 0
    assert (tmp_path / "n.csv").read_text("utf-8-sig") == '"=""007""","=""1/2"""\n'
    assert main(["convert", str(tmp_path / "n.csv"), str(tmp_path / "back.tsv")]) == 0
    assert (tmp_path / "back.tsv").read_text() == "007\t1/2\n"

    path = plain(tmp_path, "wide.tsv", "1\tsea\tx\tSee\n2\tsun\tx\tSonne\n")
    assert main(["convert", str(path), str(tmp_path / "cut.tsv"), "--columns", "2,4"]) == 0
    assert (tmp_path / "cut.tsv").read_text() == "sea\tSee\nsun\tSonne\n"


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
def test_what_each_column_holds_can_be_told(tmp_path: Path, capsys: pytest.CaptureFixture[str], ending: str) -> None:
    rows = [["Phrase", "Kurz", "Lang", "Mine"], ["sea", "See", "mer", "wet"], ["sun", "Sonne", "soleil", ""]]
    path = tmp_path / f"terms.{ending}"
    if ending == "csv":
        path.write_text("".join(f"{','.join(row)}\n" for row in rows))
    else:
        with xlsxwriter.Workbook(str(path)) as book:
            sheet = book.add_worksheet()
            for number, row in enumerate(rows):
                sheet.write_row(number, 0, row)
    words = ["--header"]
    uses = ["1=source:en", "2=target:de", "3=target:fr", "4=note"]
    words += [word for use in uses for word in ("--column", use)]

    assert main(["convert", str(path), str(tmp_path / "out.tbx"), "--every-pair", *words]) == 0

    german, french = (tmp_path / f"out.en-{code}.tbx" for code in ("de", "fr"))
    assert "<term>See</term>" in german.read_text()
    assert "<term>soleil</term>" in french.read_text()
    assert "wet" in german.read_text()
    assert "wet" in french.read_text()


def test_what_words_for_a_status_mean_can_be_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = plain(tmp_path, "terms.csv", "en,de,Status\nsea,See,Expired\nsun,Sonne,In review\nsky,Himmel,In review\n")

    assert main(["convert", str(path), str(tmp_path / "out.utx")]) == 0
    assert "“In review” (2), “Expired” (1)" in capsys.readouterr().err
    words = ["--status", "expired=forbidden", "--status", "In Review=none", "--force"]
    assert main(["convert", str(path), str(tmp_path / "out.utx"), *words]) == 0

    assert "not known" not in capsys.readouterr().err
    written = (tmp_path / "out.utx").read_text()
    assert [line.split("\t")[3:] for line in written.splitlines()[2:]] == [["forbidden"], [], []]
    with pytest.raises(SystemExit):
        main(["check", str(path), "--status", "expired=dead"])
    assert "not a word with a status" in capsys.readouterr().err


def test_what_other_fields_of_a_term_base_hold_can_be_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    body = """<tu><prop type="Plant">Ulm</prop><tuv xml:lang="en"><seg>sea</seg></tuv>
    <tuv xml:lang="de"><seg>See</seg></tuv></tu>"""
    path = plain(tmp_path, "terms.tmx", f'<tmx version="1.4"><header/><body>{body}</body></tmx>')

    assert main(["convert", str(path), str(tmp_path / "out.tbx")]) == 0
    assert "prop Plant" in capsys.readouterr().err
    assert main(["convert", str(path), str(tmp_path / "out.tbx"), "--field", "Plant=note", "--force"]) == 0

    assert "Plant" not in capsys.readouterr().err
    assert "<note>Ulm</note>" in (tmp_path / "out.tbx").read_text()
    with pytest.raises(SystemExit):
        main(["check", str(path), "--field", "Plant=target"])
    assert "not a field with a role" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["terms.txt", "terms.utf8"])
def test_the_languages_that_are_told_help_to_guess_the_encoding(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    path = tmp_path / name
    path.write_bytes("tree\tдерево\nsea\tморе\n".encode("koi8-r"))
    languages = ["--source-lang", "en", "--target-lang"]

    for language, encoding in (("ru", "koi8-r"), ("de", "cp1252")):
        assert main(["convert", str(path), str(tmp_path / "out.tsv"), *languages, language]) == 2
        assert f"add --encoding {encoding}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("use", "reason"),
    [
        ("note", "not the number of a column with a role"),
        ("0=note", "not the number of a column"),
        ("3=note:fr", "gives a language"),
    ],
)
def test_a_column_without_a_number_or_a_role_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], use: str, reason: str
) -> None:
    with pytest.raises(SystemExit):
        main(["check", str(written(tmp_path, "table.tsv")), "--column", use])
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "options", "reason"),
    [
        ("memory.tmx", ["--source-lang", "en", "--target-lang", "ja"], "does not contain en → ja; it has en, de"),
        ("memory.tmx", ["--columns", "1,7"], "has no column 7"),
        ("table.tsv", ["--columns", "1,7"], "has no column 7"),
        ("book.xlsx", ["--columns", "1,7"], "has no column G"),
        ("book.xlsx", ["--sheet", "Nowhere"], "has no sheet “Nowhere”"),
        ("laughs.tmx", [], "declares entities"),
        ("corner.xlsx", [], "more than 5,000,000 cells"),
        ("nothing.tbx", [], "does not exist"),
        ("table.tsv", ["--read-as", "wordfast", "--encoding", "utf-9"], "no such encoding"),
    ],
)
def test_what_cannot_be_converted_is_said_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, options: list[str], reason: str
) -> None:
    written(tmp_path, "memory.tmx")
    written(tmp_path, "table.tsv")
    written(tmp_path, "book.xlsx")
    plain(tmp_path, "laughs.tmx", '<!DOCTYPE tmx [<!ENTITY a "ha">]><tmx version="1.4"><body/></tmx>')
    far_corner(tmp_path / "corner.xlsx")
    before = set(tmp_path.iterdir())

    code = main(["convert", str(tmp_path / name), str(tmp_path / "out.tsv"), *options])

    captured = capsys.readouterr()
    assert code == 2
    assert captured.err.startswith("termdesk: ")
    assert reason in captured.err
    assert captured.out == ""
    assert set(tmp_path.iterdir()) == before


def test_of_several_pairs_of_a_memory_the_sentences_are_left_out(tmp_path: Path) -> None:
    long = "The contract ends with the year."
    text = f"en,de,fr\n{long},Ende,Fin\nsea,See,mer\n"

    words = [str(plain(tmp_path, "all.csv", text)), str(tmp_path / "out.tsv"), "--every-pair", "--longest", "20"]
    assert main(["convert", *words]) == 0

    assert (tmp_path / "out.en-fr.tsv").read_text() == "sea\tmer\n"


def test_a_dry_run_tells_what_would_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = plain(tmp_path, "terms.en-de.tsv", "house\tHaus\nlone\n"), tmp_path / "out.csv"
    words = ["convert", str(path), str(out)]

    assert main([*words, "--dry-run"]) == 1
    reported = capsys.readouterr()
    assert reported.out == f"1 entry would be written to {out}.\n"
    assert "Not converted: " in reported.err
    assert [*tmp_path.iterdir()] == [path]

    assert main([*words, "--json"]) == 1
    reported = capsys.readouterr()
    assert json.loads(reported.out) == {
        "file": str(path),
        "written": [
            {
                "file": str(out),
                "source_lang": "en",
                "target_lang": "de",
                "entries": 1,
                "rejected_rows": 1,
                "rejected_file": str(tmp_path / "out.rejects.tsv"),
            }
        ],
        "is_done": True,
    }
    assert f"1 entry written to {out}." in reported.err
    assert main([*words, "--dry-run"]) == 2, "it exists by now"


def test_a_format_with_languages_needs_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = plain(tmp_path, "terms.tsv", "house\tHaus\n")

    assert main(["convert", str(path), str(tmp_path / "out.tbx")]) == 2

    assert "--source-lang" in capsys.readouterr().err


@pytest.mark.parametrize("ending", [".xlsx", ".tbx", ".tmx"])
def test_every_kind_is_checked(tmp_path: Path, ending: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, f"terms.en-de{ending}", Entries.of([("house", "Haus"), ("house", "Heim")]))

    assert main(["check", str(path)]) == 1

    assert "2 problems in 2 entries, en → de." in capsys.readouterr().out


def test_a_file_of_one_language_is_named_as_such(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    terms = '<termEntry id="1"><langSet xml:lang="de"><tig><term>Baum</term></tig></langSet></termEntry>'
    base = plain(tmp_path, "base.tbx", f'<martif type="TBX"><text><body>{terms}</body></text></martif>')
    unit = '<tu><tuv xml:lang="de"><seg>Baum</seg></tuv></tu>'
    memory = plain(tmp_path, "memory.tmx", f'<tmx version="1.4"><header/><body>{unit}</body></tmx>')

    for file, reason in ((base, "is in one language only, de"), (memory, "no entries; line 1: The unit has one text")):
        for words in (["check", str(file)], ["convert", str(file), str(tmp_path / "out.tbx")]):
            assert main(words) == 2
            assert reason in capsys.readouterr().err


WITH_OWNER = "en,de,mt,Owner\ntrain,Zug,ferrovija,me\n"


def test_columns_that_are_not_read_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "rail.csv"
    source.write_text(WITH_OWNER, "utf-8")

    main(["check", str(source)])
    assert "mt, Owner" in capsys.readouterr().err
    main(["convert", str(source), str(tmp_path / "rail.tbx")])
    assert "mt, Owner" in capsys.readouterr().err
    main(["convert", str(source), str(tmp_path / "rail.tsv"), "--every-pair"])
    assert "Columns not read: Owner." in capsys.readouterr().err
    assert (tmp_path / "rail.en-mt.tsv").read_text("utf-8") == "train\tferrovija\n"


def test_a_file_cannot_steer_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.csv"
    path.write_text("en,de,\x1b[2JOwner\nhouse,Haus,me\n", "utf-8")

    assert main(["check", str(path)]) == 0

    reported = capsys.readouterr()
    assert "Owner" in reported.err
    assert "\x1b" not in reported.err + reported.out


def test_columns_that_are_not_read_are_in_the_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "rail.csv"
    source.write_text(WITH_OWNER, "utf-8")

    main(["check", str(source), "--json"])

    assert json.loads(capsys.readouterr().out)["columns_not_read"] == ["mt", "Owner"]


def test_sheets_of_one_pair_become_files_with_their_names(tmp_path: Path) -> None:
    source = tmp_path / "rail.xlsx"
    with xlsxwriter.Workbook(source) as workbook:
        for name in ("Old", "New"):
            workbook.add_worksheet(name).add_table(
                0, 0, 1, 1, {"data": [[name, "x"]], "columns": [{"header": "en"}, {"header": "de"}]}
            )

    main(["convert", str(source), str(tmp_path / "rail.tsv"), "--every-pair"])

    assert {path.name for path in tmp_path.glob("*.tsv")} == {"rail.en-de.Old.tsv", "rail.en-de.New.tsv"}


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="pipes have no names here")
def test_what_another_command_prints_is_checked_and_converted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pair, out = ["--source-lang", "en", "--target-lang", "de"], tmp_path / "out.en-de.tsv"

    for command in (["check"], ["glossary", "check"]):
        with piped(b"house\tHaus\nlone\n") as pipe:
            assert main([*command, str(pipe), *pair]) == 1
        assert f"{pipe}:2: " in capsys.readouterr().out
    with piped(b"house\tHaus\n") as pipe:
        assert main(["convert", str(pipe), str(out), *pair]) == 0

    assert out.read_text("utf-8") == "house\tHaus\n"
