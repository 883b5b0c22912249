"""Headers written by people and programs: the languages and the columns of the phrases are detected."""

from __future__ import annotations

from pathlib import Path

import pytest

from termdesk.application.glossaries.importing.importer import ImportChoices, Importer
from termdesk.domain.language.language import LanguagePair

pytestmark = pytest.mark.anyio
NO_PAIR = None
EN_DE = ("en", "de")

# The header, the language pair found in it, and the columns of the phrases.
HEADERS = [
    ("en;de", EN_DE, (0, 1)),
    ("EN;DE", EN_DE, (0, 1)),
    ("EN:;DE:", EN_DE, (0, 1)),
    ("English;German", EN_DE, (0, 1)),
    ("Englisch;Deutsch", EN_DE, (0, 1)),
    ("anglais;allemand", EN_DE, (0, 1)),
    ("英語;ドイツ語", EN_DE, (0, 1)),
    ("英语;德语", EN_DE, (0, 1)),
    ("английский;немецкий", EN_DE, (0, 1)),
    ("angielski;niemiecki", EN_DE, (0, 1)),
    ("日本語;English", ("ja", "en"), (0, 1)),
    ("English term;German term", EN_DE, (0, 1)),
    ("English Term;German Translation;Notes", EN_DE, (0, 1)),
    ("Term (English);Term (German)", EN_DE, (0, 1)),
    ("Term [en];Description [en];Term [de];Description [de]", EN_DE, (0, 2)),
    ("Source (English);Target (German)", EN_DE, (0, 1)),
    ("Target: German;Source: English", EN_DE, (1, 0)),
    ("Source language;Target language", NO_PAIR, (0, 1)),
    ("Ausgangssprache;Zielsprache", NO_PAIR, (0, 1)),
    ("Begriff;Übersetzung", NO_PAIR, (0, 1)),
    ("Term;Translation;Comment", NO_PAIR, (0, 1)),
    ("English_United_States;German_Germany", ("en-US", "de-DE"), (0, 1)),
    (
        "Entry_ID;Entry_Subject;Entry_Note;English_United_States_Def;English_United_States;Term_Info;"
        "Chinese_PRC_Def;Chinese_PRC;Term_Info",
        ("en-US", "zh-CN"),
        (4, 7),
    ),
    ("English (United Kingdom);Portuguese (Brazil)", ("en-GB", "pt-BR"), (0, 1)),
    ("SUBJECT_EN;TERM_EN;TERM_EN_PARAMETER;SUBJECT_FR;TERM_FR;TERM_FR_PARAMETER", ("en", "fr"), (1, 4)),
    ("English/Englisch;German/Deutsch", EN_DE, (0, 1)),
    ("English;Malti", ("en", "mt"), (0, 1)),
    ("eng;mlt", ("en", "mt"), (0, 1)),
    ("location;source;target;id;fuzzy;context", NO_PAIR, (1, 2)),
    ("No;English;German", EN_DE, (1, 2)),
]


@pytest.mark.parametrize(("header", "pair", "positions"), HEADERS, ids=[header[:40] for header, _, _ in HEADERS])
async def test_a_real_header_tells_the_languages_and_columns(
    importer: Importer, tmp_path: Path, header: str, pair: tuple[str, str] | None, positions: tuple[int, int]
) -> None:
    width = header.count(";") + 1
    path = tmp_path / "terms.csv"
    path.write_text(
        "\n".join(
            [
                header,
                *(
                    ";".join(f"{row}{'abcdefghi'[:width][position]}" for position in range(width))
                    for row in range(1, 4)
                ),
            ]
        )
        + "\n",
        "utf-8",
    )

    preview = await importer.preview(path)

    assert preview.has_header
    assert preview.pair == (LanguagePair(*pair) if pair else None)
    assert preview.phrase_columns == positions


@pytest.mark.parametrize("row", ["am;bin", "sea;See", "To;Zu", "no;nein", "mark;Marke", "English breakfast;Frühstück"])
async def test_an_entry_is_no_header(importer: Importer, tmp_path: Path, row: str) -> None:
    path = tmp_path / "terms.csv"
    path.write_text(f"{row}\ntree;Baum\nhouse;Haus\n", "utf-8")

    assert not (await importer.preview(path)).has_header


async def test_no_language_of_a_sheet_is_lost_when_all_pairs_come_in(importer: Importer, tmp_path: Path) -> None:
    path = tmp_path / "terms.csv"
    path.write_text("en,pt-BR,pt-PT,zh-TW,mt,Owner\ntrain,trem,comboio,火車,ferrovija,me\n", "utf-8")
    preview = await importer.preview(path)

    parts = await importer.parts(preview, pairs=preview.file.pairs)

    assert [(part.pair.target, *part.result.entries.targets) for part in parts] == [
        ("pt-BR", "trem"),
        ("pt-PT", "comboio"),
        ("zh-TW", "火車"),
        ("mt", "ferrovija"),
    ]
    assert preview.file.unused_columns == ("pt-PT", "zh-TW", "mt", "Owner")
    assert preview.file.columns_of_no_pair == ("Owner",)


async def test_a_second_column_of_a_language_is_of_no_pair(importer: Importer, tmp_path: Path) -> None:
    path = tmp_path / "terms.csv"
    path.write_text("en,de,de,fr,en-GB\ntrain,Zug,Bahn,train,train\n", "utf-8")

    preview = await importer.preview(path)
    other = await importer.preview(path, ImportChoices(pair=LanguagePair("en", "fr")))

    assert preview.file.columns_of_no_pair == other.file.columns_of_no_pair == ("de", "en-GB")
