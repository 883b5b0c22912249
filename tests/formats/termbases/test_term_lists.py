"""Exports of IATE and results of Wikidata queries are recognized and read, or rejected with a message."""

from __future__ import annotations

from pathlib import Path

import pytest

from termdesk.domain.errors import UnreadableFile
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress
from termdesk.formats.file_view import FileView, ImportChoices
from termdesk.formats.read_result import ReadResult
from termdesk.formats.registry import file_formats
from termdesk.formats.termbases.term_lists import SPARQL_JSON, TERM_LIST

IATE = """E_ID|E_DOMAINS|L_CODE|T_TERM|T_TYPE|T_RELIABILITY|T_EVALUATION
84|"LAW;FINANCE"|de|Steuer|Term|Very reliable|
84|"LAW;FINANCE"|en|tax|Term|Reliable|
84|"LAW;FINANCE"|en|levy|Term|Reliable|Deprecated
85|LAW|fr|tribunal|Term|Reliable|
85|LAW|en|court|Term|Reliable|
86|LAW|en||Term|Reliable|
"""
QUERY = '{"head":{"vars":["item","label"]},"results":{"bindings":[%s]}}'
BINDING = '{"item":{"type":"uri","value":"Q1"},"label":{"xml:lang":"%s","type":"literal","value":"%s"}}'


def view(folder: Path, name: str, text: str, choices: ImportChoices | None = None) -> tuple[FileView, ReadResult]:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    found = file_formats.find(path)
    assert found in (TERM_LIST, SPARQL_JSON)
    assert found.reader
    return found.reader.view(path, choices or ImportChoices(), NoProgress())


def test_an_export_of_iate_is_read_by_its_concepts(tmp_path: Path) -> None:
    file, result = view(tmp_path, "iate.en-de.csv", IATE)

    assert (file.pair, file.columns) == (LanguagePair("en", "de"), ("de", "en", "fr"))
    assert list(result.entries) == [("tax", "Steuer"), ("levy", "Steuer")]
    assert result.entries.detail(1).is_forbidden
    assert result.entries.detail(0).domain == "LAW;FINANCE"
    assert [(each.line, each.reason) for each in result.rejected_rows] == [(7, "The entry has no term.")]
    assert (file.text_kind, file.encoding) == ("terms", "utf-8")
    assert [(str(each.pair), each.count) for each in file.pairs] == [("en → de", 1), ("en → fr", 1)]


def test_all_pairs_are_read_at_once(tmp_path: Path) -> None:
    file, _ = view(tmp_path, "iate.en-de.csv", IATE)
    assert TERM_LIST.reader

    results = TERM_LIST.reader.results_of(tmp_path / "iate.en-de.csv", ImportChoices(), file.pairs, NoProgress())

    assert [each.entries.sources for each in results] == [["tax", "levy"], ["court"]]


def test_a_pair_that_is_chosen_goes_before_that_of_the_name(tmp_path: Path) -> None:
    _, result = view(tmp_path, "iate.en-de.csv", IATE, ImportChoices(pair=LanguagePair("fr", "en")))

    assert list(result.entries) == [("", "levy"), ("tribunal", "court")]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("q.csv", "item,itemLabel,lang\nQ1,tree,en\nQ1,Baum,de\n"),
        ("q.tsv", '?item\t?label\n<http://e/Q1>\t"tr\\u0065e"@en\n<http://e/Q1>\t"Baum"@de\n'),
        ("q.tsv", '?item\t?label_en\t?label_de\n<http://e/Q1>\t"tree"@en\t"Baum"@de\n'),
        ("q.json", QUERY % ",".join(BINDING % each for each in (("en", "tree"), ("de", "Baum")))),
        ("q.json", '[{"item":"Q1","en":"tree","de":"Baum"}]'),
    ],
    ids=["rows", "tagged texts", "columns", "JSON", "simple JSON"],
)
def test_results_of_queries_are_read_in_all_their_forms(tmp_path: Path, name: str, text: str) -> None:
    file, result = view(tmp_path, name, text)

    assert (str(file.pair), list(result.entries)) == ("en → de", [("tree", "Baum")])
    assert not result.rejected_rows


@pytest.mark.parametrize("text", ['{"name": "package"}', "[1, 2]", '{"head":{"vars":1},"results":{"bindings":2}}', "{"])
def test_other_json_is_refused_in_words_and_left_in_its_folder(tmp_path: Path, text: str) -> None:
    path = tmp_path / "t.json"
    path.write_text(text)
    assert SPARQL_JSON.reader

    with pytest.raises(UnreadableFile, match="not the result of a query"):
        SPARQL_JSON.reader.view(path, ImportChoices(), NoProgress())
    assert not file_formats.is_known(path)


def test_tables_of_other_kinds_are_left_to_others(tmp_path: Path) -> None:
    for text in ("en\tde\ntree\tBaum\n", "code,language\nde,German\nen,English\n", "lang\n", "id,lang,term\n"):
        (tmp_path / "t.csv").write_text(text)

        assert file_formats.find(tmp_path / "t.csv") is not TERM_LIST
