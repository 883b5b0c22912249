"""The preview of unknown files: encoding, separator, header, languages."""

from __future__ import annotations

import itertools
import os
from pathlib import Path

import pytest

from support.shared_data import shared_file
from termdesk.domain.errors import UnreadableFile
from termdesk.domain.language.language import LanguagePair
from termdesk.formats.column_roles import DetailColumns
from termdesk.formats.text import delimited, encodings
from termdesk.formats.text.table_preview import preview_table


def file_of(folder: Path, content: str | bytes, name: str = "terms.tsv", encoding: str = "utf-8") -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode(encoding))
    return path


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_encodings_that_the_bytes_prove_are_certain(tmp_path: Path, encoding: str) -> None:
    path = file_of(tmp_path, "contract\tdogovor\nhőség\t契約\n" * 10, encoding=encoding)

    found = preview_table(path)

    assert found.encoding.is_certain
    assert found.first_rows[:2] == (("contract", "dogovor"), ("hőség", "契約"))


@pytest.mark.parametrize(
    ("encoding", "name", "row"),
    [
        ("cp1252", "terms.en-de.tsv", ("street", "Straße")),
        ("cp1251", "terms.en-ru.tsv", ("contract", "договор")),
        ("cp1250", "terms.en-cs.tsv", ("defendant", "žalovaný")),
        ("cp932", "terms.en-ja.tsv", ("contract", "契約書")),
        ("gb18030", "terms.en-zh-cn.tsv", ("contract", "合同")),
    ],
)
def test_an_old_encoding_is_a_suggestion_that_the_files_name_helps(
    tmp_path: Path, encoding: str, name: str, row: tuple[str, str]
) -> None:
    path = file_of(tmp_path, "\t".join(row) + "\n", name=name, encoding=encoding)

    found = preview_table(path)

    assert not found.encoding.is_certain
    assert found.first_rows == (row,)


def test_an_old_encoding_without_a_hint_is_still_suggested(tmp_path: Path) -> None:
    path = file_of(tmp_path, "契約\tcontract\n裁判所\tcourt of law\n" * 20, encoding="cp932")

    found = preview_table(path)

    assert not found.encoding.is_certain
    assert found.first_rows[0] == ("契約", "contract")


def test_the_encoding_that_the_user_settled_is_used(tmp_path: Path) -> None:
    path = file_of(tmp_path, "street\tStraße\n", encoding="cp1252")

    found = preview_table(path, encoding="cp1252")

    assert found.encoding.is_certain
    assert found.first_rows == (("street", "Straße"),)


@pytest.mark.parametrize("first", ["", "sep=;\n", "Source;Target\n", "\n\n"])
@pytest.mark.parametrize("row", ["tree {0};Baum\n", "tree {0};Baum, Busch\r\n", "tree {0};x\n\n", "tree {0}\tx;y;z\n"])
def test_a_long_file_is_previewed_from_its_beginning(
    tmp_path: Path, first: str, row: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = file_of(tmp_path, first + "".join(row.format(number) for number in range(900)))
    whole = preview_table(path)
    monkeypatch.setattr(encodings, "_AT_ONCE_BYTES", 8_000)

    assert preview_table(path) == whole


@pytest.mark.parametrize("separator", ["\t", ";", ",", "|"])
def test_the_separator_is_found(tmp_path: Path, separator: str) -> None:
    path = file_of(tmp_path, f'a{separator}b\n"c{separator}d"{separator}e\nf, g; h{separator}i\n', name="terms.csv")

    assert preview_table(path, separator=separator).first_rows[1] == (f"c{separator}d", "e")
    assert preview_table(path).layout.separator == separator if separator not in ",;" else True


def test_the_separator_whose_rows_agree_wins_over_commas_in_phrases(tmp_path: Path) -> None:
    path = file_of(tmp_path, "stop, please;Halt, bitte\nrun;laufen\nyes;ja\n", name="terms.csv")

    assert preview_table(path).layout.separator == ";"


@pytest.mark.parametrize("line", ["sep=|", "SEP=|", '"sep=|"'])
def test_a_line_that_announces_the_separator_is_obeyed_and_no_entry(tmp_path: Path, line: str) -> None:
    path = file_of(tmp_path, f"{line}\r\na|b\r\nc|d\r\n", name="terms.csv")

    found = preview_table(path)

    assert found.layout.separator == "|"
    assert found.layout.has_separator_line
    assert found.first_rows == (("a", "b"), ("c", "d"))
    result = delimited.read(path, found.layout)
    assert (list(result.entries), list(result.lines), result.rejected_rows) == ([("a", "b"), ("c", "d")], [2, 3], ())


@pytest.mark.parametrize(
    "header",
    [
        "en\tde",
        "English\tGerman",
        "eng\tdeu",
        "en-GB\tde-AT",
        "source\ttarget",
        "Quelle\tZiel",
        "Deutsch\tEnglish (UK)",
        "Englisch\tDeutsch",
        "Anglais\tFrançais",
        "Inglés\tAlemán",
    ],
)
def test_a_header_is_told_from_an_entry(tmp_path: Path, header: str) -> None:
    path = file_of(tmp_path, f"{header}\ncontract\tVertrag\n")

    found = preview_table(path)

    assert found.layout.has_header
    assert found.first_rows == (("contract", "Vertrag"),)


@pytest.mark.parametrize(
    ("content", "pair", "first"),
    [
        ("en,de,Status,Note,Domain\nlake,Teich,forbidden,,geo\n", LanguagePair("en", "de"), ("lake", "Teich")),
        (
            "Entry_ID;Entry_Subject;English;English_Def;German;German_Status\n1;law;sea;;See;Forbidden\n",
            LanguagePair("en", "de"),
            ("sea", "See"),
        ),
        (
            "ID,Entry_Subject,English,German,Info\n1,law,sea,See,\n2,law,sun,Sonne,\n",
            LanguagePair("en", "de"),
            ("sea", "See"),
        ),
        ("id,en,de\nlaut,sea,See\nmatahari 2,sun,Sonne\n", LanguagePair("id", "en"), ("laut", "sea")),
    ],
    ids=["as Termdesk's workbooks are saved by others", "memoQ", "numbers are no Indonesian", "Indonesian"],
)
def test_languages_among_other_titles_make_a_header(
    tmp_path: Path, content: str, pair: LanguagePair, first: tuple[str, str]
) -> None:
    path = file_of(tmp_path, content, "terms.csv")

    found = preview_table(path)

    assert found.layout.has_header
    assert found.pair == pair
    assert next(iter(delimited.read(path, found.layout).entries)) == first


def test_a_list_of_languages_has_no_header(tmp_path: Path) -> None:
    path = file_of(tmp_path, "1\tGerman\tFrench\tx\ty\n2\tEnglish\tSpanish\tx\ty\n")

    assert not preview_table(path).layout.has_header


@pytest.mark.parametrize(
    "first", ["Check\tMarcar", "German\tDeutsch", "de\tde", "English\tEnglish cricket", "no\tnein"]
)
def test_an_entry_is_not_taken_for_a_header(tmp_path: Path, first: str) -> None:
    path = file_of(tmp_path, f"{first}\ncontract\tVertrag\n")

    assert not preview_table(path).layout.has_header


def test_the_user_can_overrule_the_header(tmp_path: Path) -> None:
    path = file_of(tmp_path, "en\tde\ncontract\tVertrag\n")

    assert preview_table(path, has_header=False).first_rows[0] == ("en", "de")


@pytest.mark.parametrize(
    ("name", "pair"),
    [
        ("libreoffice.en-es.tsv", LanguagePair("en", "es")),
        ("libreoffice.en-zh-cn.tsv", LanguagePair("en", "zh-CN")),
        ("freedict.hun-eng.tsv", LanguagePair("hu", "en")),
        ("Legal_EN-US_de-DE.csv", LanguagePair("en-US", "de-DE")),
        ("Glossar DE>FR final.csv", LanguagePair("de", "fr")),
        ("terms.fr-CA_en-CA.tsv", LanguagePair("fr-CA", "en-CA")),
        ("german-english medical.csv", LanguagePair("de", "en")),
        ("terms.tsv", None),
        ("en.tsv", None),
        ("catalogue-final.tsv", None),
    ],
)
def test_the_pair_is_read_from_the_files_name(tmp_path: Path, name: str, pair: LanguagePair | None) -> None:
    assert preview_table(file_of(tmp_path, "a\tb\n", name=name, encoding="ascii"), separator="\t").pair == pair


def test_the_pair_in_the_header_outweighs_the_files_name(tmp_path: Path) -> None:
    path = file_of(tmp_path, "fr;it\ncontrat;contratto\n", name="terms.en-de.csv")

    assert preview_table(path).pair == LanguagePair("fr", "it")


def test_language_codes_in_the_rows_are_found_and_name_the_pair(tmp_path: Path) -> None:
    path = file_of(tmp_path, "a,b,EN,DE\nc,d,en,de\ne,f,en,fr\n", name="terms.csv")

    found = preview_table(path)

    assert found.layout.code_columns == (2, 3)
    assert found.pair == LanguagePair("en", "de")
    assert found.unused_columns == ()


@pytest.mark.parametrize(
    ("text", "positions", "unused"),
    [
        ("Source\tTarget\tNote\na\tb\tsee page 3\nc\td\t\n", DetailColumns(note=(2,)), []),
        (
            "Source\tTarget\tAuthor\tDomain\tStatus\na\tb\tme\tlaw\tforbidden\n",
            DetailColumns(status=(4,), domain=(3,)),
            ["Author"],
        ),
        ("a\tb\tsee page 3\nc\td\t\n", DetailColumns(note=(2,)), []),
        ("a\tb\ten\nc\td\ten\n", DetailColumns(), []),
    ],
)
def test_columns_of_status_note_and_domain_are_found(
    tmp_path: Path, text: str, positions: DetailColumns, unused: list[str]
) -> None:
    found = preview_table(file_of(tmp_path, text))

    assert found.layout.detail_columns == positions
    assert [column.title for column in found.unused_columns] == unused


def test_columns_titled_source_and_target_are_found_wherever_they_stand(tmp_path: Path) -> None:
    path = file_of(tmp_path, "Id;Target;Source\n1;Vertrag;contract\n2;Gericht;court\n", name="terms.csv")

    layout = preview_table(path).layout

    assert (layout.source_column, layout.target_column) == (2, 1)


@pytest.mark.slow
def test_a_file_of_many_languages_gives_any_pair() -> None:
    found = preview_table(shared_file("cldr-emoji-names.33-languages.csv"))

    assert len(found.languages) == 33
    assert found.layout.has_header
    chosen = found.layout_for(LanguagePair("ja", "pt"))
    assert (found.languages[chosen.source_column], found.languages[chosen.target_column]) == ("ja", "pt")
    assert chosen.pair == LanguagePair("ja", "pt")


def test_a_variant_finds_its_own_column_before_its_roots(tmp_path: Path) -> None:
    path = file_of(tmp_path, "en,pt-PT,pt-BR\nbus,autocarro,ônibus\nmobile,telemóvel,celular\n", name="terms.csv")

    found = preview_table(path)

    assert found.layout_for(LanguagePair("en", "pt-BR")).target_column == 2
    assert found.layout_for(LanguagePair("en", "pt")).target_column == 1


@pytest.mark.parametrize(
    "row", [('"Save" button', "Botón «Guardar»"), ("the Save button", '"Guardar" es el botón'), ("inch", '"')]
)
def test_plain_text_with_quotes_that_quoting_cannot_explain_is_read_without_quoting(
    tmp_path: Path, row: tuple[str, str]
) -> None:
    path = file_of(tmp_path, "\t".join(row) + "\nyes\tsí\n")

    found = preview_table(path)

    assert not found.layout.quoting
    assert found.first_rows[0] == row


@pytest.mark.parametrize(
    ("text", "separator"),
    [
        ('car,"Auto; Wagen"\nhouse,Haus; Heim\n', ","),
        ("car;Auto, Wagen\nhouse;Haus, Heim\n", ";"),
        ("1,5\t 2\n2,5\t 3\n", "\t"),
        ("car,Auto\nhouse,Haus\n", ","),
        ("a b;c d\ne f;g h\n", ";"),
    ],
)
def test_of_two_separators_that_fit_it_is_the_one_that_cuts_no_sentence(
    tmp_path: Path, text: str, separator: str
) -> None:
    path = tmp_path / "terms.en-de.csv"
    path.write_bytes(text.encode())

    assert preview_table(path).layout.separator == separator


@pytest.mark.parametrize(
    ("text", "is_quoted"),
    [
        ('house\t"Haus\nHaeuser"\n', True),
        ('house\t"Haus\r\nHaeuser"\ntree\tBaum\n"sea\nlake"\tSee\n', True),
        ('house\t"Haus\ntree\tBaum\nsea\tSee"\n', False),
        ('19"\tx\n"19\ty\n', False),
    ],
)
def test_quoted_phrases_of_several_lines_are_told_from_stray_quotes(tmp_path: Path, text: str, is_quoted: bool) -> None:
    path = tmp_path / "terms.en-de.tsv"
    path.write_bytes(text.encode())

    assert preview_table(path).layout.quoting is is_quoted


def test_quoted_text_is_read_with_quoting(tmp_path: Path) -> None:
    path = file_of(tmp_path, '"the ""Save"" button"\tBotón\n"one" broken\tx\n"all good"\tbien\n')

    assert preview_table(path).layout.quoting


def test_lines_are_counted_without_the_empty_ones(tmp_path: Path) -> None:
    path = file_of(tmp_path, "a\tb\r\n\r\nc\td\r\n\r\n")

    result = delimited.read(path, preview_table(path).layout)

    assert (len(result.entries), result.blank_lines) == (2, 2)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "is empty"),
        (b"\xef\xbb\xbf\r\n", "is empty"),
        (b"PK\x03\x04rest", "spreadsheet"),
        (b"\x1f\x8b\x08rest", "compressed"),
        (b"%PDF-1.7", "PDF"),
        (b"<?xml version='1.0'?>", "XML"),
        (b"one word\nanother\n", "no columns"),
    ],
)
def test_files_of_another_kind_are_refused_in_words(tmp_path: Path, content: bytes, reason: str) -> None:
    with pytest.raises(UnreadableFile, match=reason) as caught:
        preview_table(file_of(tmp_path, content))

    assert caught.value.remedy


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_missing_file_a_folder_and_a_pipe_are_refused(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.tsv"
    os.mkfifo(pipe)

    for path, reason in [(tmp_path / "none.tsv", "does not exist"), (tmp_path, "not a file"), (pipe, "not a file")]:
        with pytest.raises(UnreadableFile, match=reason):
            preview_table(path)


def test_an_encoding_that_does_not_fit_or_exist_is_refused(tmp_path: Path) -> None:
    path = file_of(tmp_path, b"a\tb\xffc")

    with pytest.raises(UnreadableFile, match="is not utf-16"):
        preview_table(path, encoding="utf-16")
    with pytest.raises(UnreadableFile, match="no such encoding"):
        preview_table(path, encoding="utf-9")


# S28: what is read is right, or the user is asked.
_ENCODINGS = {
    "utf-8": "木",
    "utf-8-sig": "木",
    "utf-16": "木",
    "utf-16-le": "Baum",
    "utf-16-be": "Baum",
    "utf-32": "木",
    "cp1250": "Střecha",
    "cp1251": "дерево",
    "cp1252": "Bäume",
    "cp1253": "δέντρο",
    "cp1254": "ağaç",
    "cp1255": "עץ",
    "cp1256": "شجرة",
    "cp1257": "medžių",
    "cp1258": "cây",
    "cp874": "ต้นไม้",
    "cp932": "木です",
    "cp949": "나무",
    "gb18030": "树木",
    "big5": "樹木",
    "mac-roman": "Bäume",
}


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r", "mixed"])
@pytest.mark.parametrize("encoding", _ENCODINGS)
def test_no_encoding_and_line_end_damages_a_file_in_silence(tmp_path: Path, encoding: str, line_end: str) -> None:
    target = _ENCODINGS[encoding]
    ends = itertools.cycle(["\n", "\r\n", "\r"] if line_end == "mixed" else [line_end])
    text = "".join(f"tree {number}\t{target} {number}{end}" for number, end in zip(range(60), ends, strict=False))
    path = tmp_path / "terms.tsv"
    path.write_bytes(text.encode(encoding))

    found = preview_table(path)
    settled = preview_table(path, encoding=encoding)

    expected = [(f"tree {number}", f"{target} {number}") for number in range(60)]
    if found.encoding.is_certain:
        assert list(delimited.read(path, found.layout).entries) == expected
    assert list(delimited.read(path, settled.layout).entries) == expected


def test_a_zero_byte_in_a_short_file_makes_it_no_utf_16(tmp_path: Path) -> None:
    path = tmp_path / "terms.csv"
    path.write_bytes(b"a\x00b,c\nd,e\n")

    assert list(delimited.read(path, preview_table(path).layout).entries) == [("a\x00b", "c"), ("d", "e")]


def test_a_zero_byte_and_half_a_character_cost_no_other_line(tmp_path: Path) -> None:
    path = tmp_path / "terms.tsv"
    path.write_bytes(b"tree\tBaum\nnull\tN\x00ll\nhalf\t\xed\xa0\x80\nsea\tSee\n")

    result = delimited.read(path, preview_table(path, encoding="utf-8").layout)

    assert ("tree", "Baum") in list(result.entries)
    assert ("sea", "See") in list(result.entries)
    assert len(result.entries) + len(result.rejected_rows) == 4
    assert [rejected.line for rejected in result.rejected_rows] == [3]


def test_the_language_of_the_file_name_decides_between_old_encodings(tmp_path: Path) -> None:
    text = "word\tслово\nmachine\tмашина\nhouse\tдом\n"
    for encoding in ("koi8-r", "cp866", "cp1251"):
        path = tmp_path / f"{encoding}.en-ru.tsv"
        path.write_bytes(text.encode(encoding))

        found = preview_table(path)

        assert (found.encoding.name, found.encoding.is_certain) == (encoding, False)
        assert found.first_rows[0] == ("word", "слово")


def test_a_line_in_another_encoding_is_rejected_and_the_others_are_read(tmp_path: Path) -> None:
    path = tmp_path / "terms.en-de.tsv"
    good = "".join(f"tree {number}\tBäume {number}\n" for number in range(50)).encode()
    path.write_bytes(good + "sea\tKüste\n".encode("cp1252"))

    result = delimited.read(path, preview_table(path).layout)

    assert (len(result.entries), [each.line for each in result.rejected_rows]) == (50, [51])


def test_an_odd_byte_at_the_end_of_utf_16_costs_one_line(tmp_path: Path) -> None:
    path = tmp_path / "terms.en-de.tsv"
    path.write_bytes("tree\tBäume\nsea\tMeer\n".encode("utf-16") + b"\n")

    result = delimited.read(path, preview_table(path).layout)

    assert list(result.entries) == [("tree", "Bäume"), ("sea", "Meer")]
    assert [each.line for each in result.rejected_rows] == [3]


@pytest.mark.parametrize("separator", [None, ";"])
def test_a_file_of_one_line_of_values_is_refused(tmp_path: Path, separator: str | None) -> None:
    path = tmp_path / "values.csv"
    path.write_text(";".join(map(str, range(20_000))), "utf-8")

    with pytest.raises(UnreadableFile, match="more than 16,384 columns"):
        preview_table(path, separator=separator)
