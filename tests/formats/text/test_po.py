"""PO files as written by gettext and related tools."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.detailed import details_of
from termdesk.domain.errors import Stopped, UnreadableFile
from termdesk.domain.language.language import LanguagePair
from termdesk.formats.registry import file_formats
from termdesk.formats.text import po

HEADER = (
    'msgid ""\nmsgstr ""\n"Project-Id-Version: tool 1\\n"\n"Language: {}\\n"\n'
    '"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: {}\\n"\n\n'
)
GERMAN = HEADER.format("de", "nplurals=2; plural=(n != 1);")

FROM_FRENCH = GERMAN.replace("Language:", 'X-Source-Language: fr\\n"\n"Language:')

GETTEXT = f"""# German translations
#, fuzzy
{GERMAN}#. Shown on the first page
#: src/main.c:12
#, c-format
msgid "%d file of \\"%s\\""
msgid_plural "%d files of \\"%s\\""
msgstr[0] "%d Datei von „%s“"
msgstr[1] "%d Dateien von „%s“"

# from the client
msgctxt "menu"
msgid "Open"
msgstr "Öffnen"

#, fuzzy
#| msgid "Closed"
msgid "Close"
msgstr "Geschlossen"

msgid "New"
msgstr ""

msgid ""
"A text\\n"
"of two lines"
msgstr ""
"Ein Text\\n"
"von zwei Zeilen"
msgid "close to the next"
msgstr "dicht am nächsten"

#~ msgid "Old"
#~ msgstr "Alt"

#~| msgid "older still"
#~ msgid "Older"
#~ msgstr "Älter"
"""

BROKEN = f"""{GERMAN}msgid "one"
msgstr "eins"

msgid "no end
msgstr "kein Ende"

msgid "alone"

msgstr "ohne Quelle"

msgid "twice"
msgstr "a"
msgstr "b"

rubbish here
msgid "two"
msgstr "zwei"

msgid "three"
msgstr "drei"
"""


def file_of(folder: Path, text: str, name: str = "tool.po", encoding: str = "utf-8") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode(encoding))
    return path


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_gettexts_own_file_gives_finished_messages(tmp_path: Path, line_end: str) -> None:
    reading = po.read(file_of(tmp_path, GETTEXT.replace("\n", line_end)))

    assert list(reading.result.entries) == [
        ('%d file of "%s"', "%d Datei von „%s“"),
        ('%d files of "%s"', "%d Dateien von „%s“"),
        ("Open", "Öffnen"),
        ("A text of two lines", "Ein Text von zwei Zeilen"),
        ("close to the next", "dicht am nächsten"),
    ]
    assert [detail.note for detail in details_of(reading.result.entries)] == [
        "Shown on the first page",
        "Shown on the first page",
        "Context: menu\nfrom the client",
        "",
        "",
    ]
    assert reading.result.rejected_rows == ()
    assert reading.noted == {
        po.CONTEXTS: 1,
        po.FUZZY: 1,
        po.UNTRANSLATED: 1,
        po.JOINED: 2,
        po.OBSOLETE: 2,
    }
    assert list(reading.result.lines)[2] == GETTEXT.splitlines().index('msgctxt "menu"') + 1


@pytest.mark.parametrize(
    ("language", "rule", "forms", "expected", "further"),
    [
        ("ja", "nplurals=1; plural=0;", ["枚"], [("tree", "枚"), ("trees", "枚")], ""),
        (
            "ru",
            "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
            ["дерево", "дерева", "деревьев"],
            [("tree", "дерево"), ("trees", "деревьев")],
            "Also: дерева",
        ),
        (
            "sl",
            "nplurals=4; plural=(n%100==1 ? 1 : n%100==2 ? 2 : n%100==3 || n%100==4 ? 3 : 0);",
            ["dreves", "drevo", "drevesi", "drevesa"],
            [("tree", "drevo"), ("trees", "dreves")],
            "Also: drevesi; drevesa",
        ),
        ("de", "plural=import os;", ["Baum", "Bäume"], [("tree", "Baum"), ("trees", "Bäume")], ""),
        ("de", "plural=1/0;", ["Baum", "Bäume"], [("tree", "Baum"), ("trees", "Bäume")], ""),
        ("de", "plural=99;", ["Baum", "Bäume"], [("tree", "Baum"), ("trees", "Baum")], "Also: Bäume"),
    ],
)
def test_plurals_go_by_the_rule_in_the_header(
    tmp_path: Path, language: str, rule: str, forms: list[str], expected: list[tuple[str, str]], further: str
) -> None:
    text = HEADER.format(language, rule) + 'msgid "tree"\nmsgid_plural "trees"\n'
    text += "".join(f'msgstr[{position}] "{form}"\n' for position, form in enumerate(forms))

    entries = po.read(file_of(tmp_path, text)).result.entries

    assert list(entries) == expected
    assert [detail.note for detail in details_of(entries)] == ["", further]


def test_escapes_become_their_characters(tmp_path: Path) -> None:
    text = r'msgid "a\tb\\n \"c\" \101\x42"' + "\n" + r'msgstr "d\te\\f \'g\'"' + "\n"

    assert list(po.read(file_of(tmp_path, text)).result.entries) == [('a b\\n "c" AB', "d e\\f 'g'")]


def test_broken_messages_are_faults_and_cost_no_other(tmp_path: Path) -> None:
    reading = po.read(file_of(tmp_path, BROKEN))

    assert list(reading.result.entries) == [("one", "eins"), ("three", "drei")]
    assert [(rejected.line, rejected.reason) for rejected in reading.result.rejected_rows] == [
        (11, "A text of the message has no quote at its end, or one inside it."),
        (14, "The message has no msgstr."),
        (16, "The message has no msgid."),
        (18, "The message has msgstr twice."),
        (22, "A line of the message is not part of gettext."),
    ]
    assert all(rejected.remedy for rejected in reading.result.rejected_rows)
    assert reading.result.rejected_rows[0].original == 'msgid "no end\nmsgstr "kein Ende"'
    assert reading.result.rejected_rows[0].salvaged == ("", "kein Ende")


def test_bytes_of_another_encoding_cost_their_message_only(tmp_path: Path) -> None:
    path = tmp_path / "tool.po"
    path.write_bytes('msgid "a"\nmsgstr "ä"\n\n'.encode() + 'msgid "b"\nmsgstr "ß"\n'.encode("latin-1"))

    reading = po.read(path, encoding="utf-8")

    assert list(reading.result.entries) == [("a", "ä")]
    assert reading.result.rejected_rows[0].original == b'msgid "b"\nmsgstr "\xdf"'


@pytest.mark.parametrize(
    ("charset", "is_certain"), [("ISO-8859-1", True), ("CHARSET", False), ("punycode", False), ("zlib", False)]
)
def test_the_header_names_the_encoding(tmp_path: Path, charset: str, is_certain: bool) -> None:
    text = GERMAN.replace("UTF-8", charset) + 'msgid "more beautiful"\nmsgstr "schöner für alle"\n'
    path = file_of(tmp_path, text, encoding="latin-1")

    found = po.encoding_of(path, None)

    assert found.is_certain == is_certain
    assert list(po.read(path).result.entries) == [("more beautiful", "schöner für alle")]


@pytest.mark.parametrize(
    ("name", "header", "pair", "is_reported"),
    [
        ("tool.po", GERMAN, LanguagePair("en", "de"), False),
        ("tool.po", FROM_FRENCH, LanguagePair("fr", "de"), True),
        ("tool.es-de.po", GERMAN, LanguagePair("es", "de"), True),
        ("django.pt_BR.po", "", LanguagePair("en", "pt-BR"), False),
        ("locale/fr/LC_MESSAGES/tool.po", "", LanguagePair("en", "fr"), False),
        ("tool.po", HEADER.format("sr@latin", "plural=0;"), LanguagePair("en", "sr"), False),
        ("tool.po", "", None, False),
    ],
)  # fmt: skip
def test_the_pair_is_told_by_header_name_or_folder(
    tmp_path: Path, name: str, header: str, pair: LanguagePair | None, is_reported: bool
) -> None:
    assert po.pair_of(file_of(tmp_path, header + 'msgid "a"\nmsgstr "b"\n', name)) == (pair, is_reported)


def test_it_is_known_by_what_it_holds(tmp_path: Path) -> None:
    assert file_formats.find(file_of(tmp_path, GETTEXT, "messages.txt")).text_kind == "po"
    assert file_formats.find(file_of(tmp_path, "msgid\tmsgstr\na\tb\n", "table.txt")).text_kind == "table"


def test_a_file_without_messages_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="contains no gettext message"):
        po.read(file_of(tmp_path, "house\tHaus\n"))


def test_reading_can_be_stopped(tmp_path: Path) -> None:
    class Stopping:
        def step(self, done: int, total: int | None = None) -> None:
            raise Stopped

    path = file_of(tmp_path, 'msgid "a"\nmsgstr "b"\n\n' * 2_000)

    with pytest.raises(Stopped):
        po.read(path, progress=Stopping())
