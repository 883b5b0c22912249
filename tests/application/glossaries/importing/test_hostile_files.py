"""Hostile files (S25 to S29) in each step of an import: preview, comparison, and decision."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from support.campaign import IS_LONG, combined, size
from support.files.hostile_spreadsheets import HOSTILE
from support.publishing_setup import EN_DE
from termdesk.application.glossaries.checks.comparison import Neighbors
from termdesk.application.glossaries.checks.dictionary_checks import DictionaryChecks
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.exporting.exporter import Exporter
from termdesk.application.glossaries.importing.importer import ImportChoices, Importer
from termdesk.application.glossaries.library.library import Library
from termdesk.domain.errors import UnreadableFile
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio
ROOT = Path(__file__).resolve().parents[4]
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="peaks of memory are measured as Linux counts them")

# Imports each file in a fresh process, so that memory and time are measured separately. All processes are forked from
# one that has read valid files, because loading the code takes longer than the hostile files do.
_IMPORTS = """
import asyncio, importlib, json, os, pkgutil, resource, sys
from pathlib import Path
from termdesk import formats
from termdesk.application.glossaries.importing.importer import Importer
from termdesk.domain.errors import TermdeskError
from termdesk.domain.language.language import LanguagePair

for module in pkgutil.walk_packages(formats.__path__, formats.__name__ + "."):
    importlib.import_module(module.name)

async def came_of(path):
    importer = Importer(None)  # the library is not asked before something comes in
    try:
        preview = await importer.preview(path)
        (part,) = await importer.parts(preview, LanguagePair("en", "de"))
        review = (await importer.review(part)).review
    except TermdeskError as error:
        return {"message": error.message, "remedy": error.remedy}
    reasons = [review.reason(item) for item in range(len(review)) if review.reason(item)]
    return {"entries": [list(each) for each in preview.result.entries], "reasons": reasons}

def tell(path):
    resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
    answer = asyncio.run(came_of(Path(path)))
    used = resource.getrusage(resource.RUSAGE_SELF)
    answer["seconds"] = used.ru_utime + used.ru_stime
    # The peak in getrusage is the parent's where that had more.
    answer["megabytes"] = int(Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0]) // 1024
    print(json.dumps(answer), flush=True)

for path in sys.argv[1:]:
    assert "entries" in asyncio.run(came_of(Path(path)))

for line in sys.stdin:
    pid = os.fork()
    if not pid:
        code = 1
        try:
            tell(line.removesuffix(chr(10)))
            code = 0
        finally:
            os._exit(code)
    if code := os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]):
        print(json.dumps({"failed": code}), flush=True)
"""
_GOOD_FILES = (
    ROOT / "resources" / "samples" / "solar-energy.en-es.tsv",
    *(ROOT / "tests" / "formats" / "files" / f"libreoffice.{ending}" for ending in ("xlsx", "ods")),
)
Import = Callable[[Path], dict[str, object]]


@contextmanager
def imports(*traced: str) -> Iterator[Import]:
    """Return a function that imports a file.

    It returns the entries and reasons, or why the file was rejected; the seconds of work and the peak megabytes.
    `traced` is the command that traces the processes.
    """
    with subprocess.Popen(
        [*traced, sys.executable, "-c", _IMPORTS, *map(str, _GOOD_FILES)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={"PYTHONPATH": str(ROOT / "desktop"), "PATH": "/usr/bin:/bin"},
    ) as process:
        asked, reported = process.stdin, process.stdout
        assert asked is not None
        assert reported is not None

        def came_of(path: Path) -> dict[str, object]:
            print(path, file=asked, flush=True)
            answer = dict(json.loads(reported.readline()))
            assert "failed" not in answer
            return answer

        yield came_of


@pytest.fixture(scope="module")
def imported() -> Iterator[Import]:
    with imports() as imported:
        yield imported


@pytest.fixture(scope="module")
def calls(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The path of the recorded system calls, with one file for each traced thread."""
    return tmp_path_factory.mktemp("calls")


@pytest.fixture(scope="module")
def watched(calls: Path) -> Iterator[Import]:
    """Like `imported`, traced with `strace` if it is installed."""
    strace = shutil.which("strace")
    traced = (
        [strace, "-ff", "-qq", "--seccomp-bpf", "-e", "trace=open,openat,connect", "-o", str(calls / "of")]
        if strace
        else []
    )
    with imports(*traced) as watched:
        yield watched


def was_quick(answer: dict[str, object], seconds: float) -> bool:
    """Return whether the work took at most these seconds of the processor, which long runs alone measure.

    A slow or busy computer would fail the short ones.
    """
    return not IS_LONG or float(str(answer["seconds"])) <= seconds


@pytest.mark.scorecard("S26")
@on_linux
@pytest.mark.parametrize("make", HOSTILE, ids=lambda make: make.__name__)
def test_hostile_spreadsheets_are_refused_within_two_seconds_and_256_megabytes(
    imported: Import, tmp_path: Path, make: Callable[[Path], Path]
) -> None:
    answer = imported(make(tmp_path / "hostile.xlsx"))

    assert HOSTILE[make] in str(answer["message"])
    assert answer["remedy"]
    assert was_quick(answer, 2)
    assert int(str(answer["megabytes"])) <= 256


# XML (S27)


def entities(lines: str) -> str:
    return f"<!DOCTYPE ROOT [\n{lines}\n]>\n"


_LAUGHS = "\n".join(
    ['<!ENTITY l0 "laugh">', *(f'<!ENTITY l{level} "{f"&l{level - 1};" * 10}">' for level in range(1, 10))]
)
# Declarations before the root, the text of the first term, and the expected message. `FOLDER` holds secrets.
_HOSTILE_XML = {
    "external file": (entities('<!ENTITY file SYSTEM "file://FOLDER/secret.txt">'), "&file;", "entities"),
    "external file by a public name": (entities('<!ENTITY f PUBLIC "x" "FOLDER/secret.txt">'), "&f;", "entities"),
    "parameter entity of a file": (entities('<!ENTITY % p SYSTEM "file://FOLDER/evil.dtd">\n%p;'), "&x;", "entities"),
    "parameter entity of a server": (entities('<!ENTITY % p SYSTEM "http://127.0.0.1:9/x">\n%p;'), "a", "entities"),
    "billion laughs": (entities(_LAUGHS), "&l9;", "entities"),
    "quadratic": (entities(f'<!ENTITY long "{"x" * 50_000}">'), "&long;" * 10_000, "entities"),
    "depth": ("", "<hi>" * 100_000, "is not readable XML"),
    "eleven megabytes of text": ("", "x" * 11_000_000, ""),
    "include": ("", '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="FOLDER/secret.txt"/>', ""),
    "style sheet": ('<?xml-stylesheet href="file://FOLDER/secret.txt"?>\n', "term", None),
    "definition elsewhere": ('<!DOCTYPE ROOT SYSTEM "http://127.0.0.1:9/evil.dtd">\n', "term", None),
    "definition in a file": ('<!DOCTYPE ROOT PUBLIC "-//x//y" "file://FOLDER/evil.dtd">\n', "term", None),
}
_TMX = '<tmx version="1.4"><body><tu>{}</tu></body></tmx>'
_TMX_SIDE = '<tuv xml:lang="{}"><seg>{}</seg></tuv>'
_TBX = '<tbx type="TBX-Basic" style="dca"><text><body><conceptEntry>{}</conceptEntry></body></text></tbx>'
_TBX_SIDE = '<langSec xml:lang="{}"><termSec><term>{}</term></termSec></langSec>'
_MTF = "<mtf><conceptGrp>{}</conceptGrp></mtf>"
_MTF_SIDE = '<languageGrp><language lang="{}"/><termGrp><term>{}</term></termGrp></languageGrp>'
_XLIFF = '<xliff version="2.0" srcLang="en" trgLang="de"><file><unit><segment>{}</segment></unit></file></xliff>'
_XLIFF_SIDES = {"en": "<source>{}</source>", "de": "<target>{}</target>"}
_ROOTS = {"xml": "mtf", "xlf": "xliff"}


def body_of(ending: str, source: str, target: str) -> str:
    if ending == "xlf":
        return _XLIFF.format(_XLIFF_SIDES["en"].format(source) + _XLIFF_SIDES["de"].format(target))
    frame, side = {"tmx": (_TMX, _TMX_SIDE), "tbx": (_TBX, _TBX_SIDE), "xml": (_MTF, _MTF_SIDE)}[ending]
    return frame.format(side.format("en", source) + side.format("de", target))


def xml_file(folder: Path, ending: str, prolog: str, text: str) -> Path:
    content = prolog.replace("ROOT", _ROOTS.get(ending, ending)) + body_of(ending, text, "Begriff")
    path = folder / f"hostile.{ending}"
    path.write_text('<?xml version="1.0"?>\n' + content.replace("FOLDER", str(folder)), "utf-8")
    return path


@pytest.mark.scorecard("S27")
@on_linux
@pytest.mark.parametrize(("kind", "ending"), combined(_HOSTILE_XML, ["tmx", "tbx", "xml", "xlf"]))
def test_hostile_xml_opens_no_other_file_and_no_connection(
    watched: Import, calls: Path, tmp_path: Path, kind: str, ending: str
) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "evil.dtd").write_text('<!ENTITY x "secret">')
    prolog, text, refusal = _HOSTILE_XML[kind]
    path = xml_file(tmp_path, ending, prolog, text)

    before = set(calls.iterdir())

    answer = watched(path)
    traced = set(calls.iterdir()) - before

    if refusal is None:
        assert answer["entries"] == [["term", "Begriff"]]
    elif refusal:
        assert refusal in str(answer["message"])
        assert answer["remedy"]
    else:
        assert not answer.get("entries")
    assert "secret" not in str(answer)
    assert was_quick(answer, 4 if traced else 2)
    assert int(str(answer["megabytes"])) <= 256
    if traced:
        seen = "".join(each.read_text() for each in traced)
        assert path.name in seen
        assert "secret.txt" not in seen
        assert "evil.dtd" not in seen
        assert "AF_INET" not in seen


# Text files of other tools. A reader with quadratic time, or without limits, would take forever or fill the memory.
# Short runs have a quarter of each file, and of the memory that it may take beside that of the program.
_PART = size(4, 1)
_LINES = 1_000_000 // _PART
_MOST_MEGABYTES = 100 + 300 // _PART
_HOSTILE_TEXTS = {
    "one endless line.po": 'msgid "' + "x" * (20_000_000 // _PART),
    "endless escapes.po": 'msgid "' + "\\" * (5_000_000 // _PART) + '"\nmsgstr "a"\n',
    "quotes.po": 'msgid "' + '"' * (5_000_000 // _PART) + '\nmsgstr "a"\n',
    "lines of one message.po": 'msgid ""\n' + '"x"\n' * _LINES,
    "comments.po": "# x\n" * _LINES + 'msgid "a"\nmsgstr "b"\n',
    "rule of plurals.po": 'msgid ""\nmsgstr "Plural-Forms: plural=' + "(" * 800 + 'n\\n"\n\nmsgid "a"\nmsgstr "b"\n',
    "charset.po": 'msgid ""\nmsgstr "Content-Type: x; charset=idna\\n"\n\nmsgid "a"\nmsgstr "b"\n',
    "columns.utx": "#UTX 1.20; en/de\n#src\ttgt" + "\tcomment" * 5_000 + "\na\tb" + "\tx" * (1_000_000 // _PART) + "\n",
    "header.utx": "#UTX 1.20; " + "en/" * (2_000_000 // _PART),
    "languages.utx": "#UTX 1.20; " + "en-ab" * (2_000_000 // _PART) + "/de\n#src\ttgt\na\tb\n",
}


@on_linux
@pytest.mark.parametrize("name", _HOSTILE_TEXTS)
def test_hostile_texts_of_other_tools_cost_no_wait_and_no_memory(imported: Import, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(_HOSTILE_TEXTS[name], "utf-8")

    answer = imported(path)

    assert "entries" in answer or answer["remedy"]
    assert was_quick(answer, 4)
    assert int(str(answer["megabytes"])) <= _MOST_MEGABYTES


# Texts: encodings (S28), and invisible characters (S29)


@pytest.fixture
async def opened(library: Library) -> AsyncIterator[list[OpenDictionary]]:
    dictionaries: list[OpenDictionary] = []
    yield dictionaries
    for each in dictionaries:
        await library.close(each)


_PHRASES = {
    "utf-8": "木",
    "utf-8-sig": "木",
    "utf-16": "木",
    "utf-16-le": "木の葉",
    "utf-16-be": "木の葉",
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
    "euc_jp": "木です",
    "koi8_r": "дерево",
    "iso8859_15": "cœur €",
    "mac-roman": "Bäume",
}


@pytest.mark.scorecard("S28")
@pytest.mark.parametrize(("encoding", "line_end"), combined(_PHRASES, ["\n", "\r\n", "\r"]))
async def test_every_encoding_is_read_right_or_asked_for(
    importer: Importer, tmp_path: Path, encoding: str, line_end: str
) -> None:
    expected = [(f"tree {number}", f"{_PHRASES[encoding]} {number}") for number in range(40)]
    path = tmp_path / "terms.tsv"
    path.write_bytes(line_end.join(map("\t".join, expected)).encode(encoding))

    preview = await importer.preview(path)
    settled = await importer.preview(path, ImportChoices(encoding=encoding))

    assert not preview.encoding_is_certain or list(preview.result.entries) == expected
    assert list(settled.result.entries) == expected


@pytest.mark.scorecard("S28")
async def test_zero_bytes_and_half_characters_come_to_the_review_and_cost_no_other_line(
    importer: Importer, tmp_path: Path
) -> None:
    path = tmp_path / "terms.tsv"
    path.write_bytes(b"tree\tBaum\nnull\tN\x00ll\nhalf\t\xed\xa0\x80\nlines\ta\xe2\x80\xa8b\nsea\tSee\n")

    preview = await importer.preview(path, ImportChoices(encoding="utf-8"))
    (part,) = await importer.parts(preview, EN_DE)
    review = (await importer.review(part)).review

    sources = [review.source(item) for item in range(len(review))]
    assert sources == ["tree", "null", "half", "lines", "sea"]
    assert "bytes that are not utf-8" in review.reason(2)
    assert preview.rejected_rows[0].line == 3
    assert preview.violation_count == 2


_UNSEEN = [
    ("override", "gemein\u202etxt.exe\u202c"),
    ("isolate", "\u2067Recht\u2069"),
    ("zero width", "Kre\u200bdit"),
    ("soft", "Kre\u00addit"),
    ("tags", "Kredit\U000e0065\U000e0076"),
    ("cyrillic", "K\u0430tze"),
    ("cafe\u0301", "Caf\u00e9"),
    ("caf\u00e9", "Cafe\u0301"),
]


@pytest.mark.scorecard("S29")
async def test_what_cannot_be_seen_is_warned_of_and_not_one_byte_is_lost(
    importer: Importer,
    exporter: Exporter,
    library: Library,
    records: Records,
    opened: list[OpenDictionary],
    tmp_path: Path,
) -> None:
    path = tmp_path / "unseen.en-de.tsv"
    path.write_text("".join(f"{source}\t{target}\n" for source, target in _UNSEEN), "utf-8")

    preview = await importer.preview(path)
    (part,) = await importer.parts(preview)
    dictionary = await importer.import_new(await importer.review(part), name="Unseen")
    opened.append(dictionary)
    listing = await DictionaryChecks(dictionary, records.check_notes, Neighbors(library)).listing()
    await exporter.export(dictionary.entries, tmp_path / "out.tsv", LanguagePair("en", "de"))

    assert (tmp_path / "out.tsv").read_bytes() == path.read_bytes()
    found = [listing.finding(each) for each in listing.open.all]
    kinds = {row: {each.kind for each in found if each.row == row} for row in range(len(_UNSEEN))}
    assert all("bidi" in kinds[row] for row in (0, 1))
    assert all("invisible" in kinds[row] for row in (2, 3, 4))
    assert "mixed_scripts" in kinds[5]
    assert all({"near_duplicate", "not_composed"} <= kinds[row] for row in (6, 7))


@pytest.mark.slow
async def test_what_is_no_file_of_entries_is_refused_with_a_remedy(importer: Importer, tmp_path: Path) -> None:
    path = tmp_path / "terms.tsv"
    path.write_bytes(b"\x00" * 1_000)

    with pytest.raises(UnreadableFile) as refusal:
        await importer.preview(path)

    assert refusal.value.remedy
