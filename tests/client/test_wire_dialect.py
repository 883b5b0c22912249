"""The client learns from the responses whether a service interprets quotes."""

from __future__ import annotations

from termdesk.client.wire_dialect import WireDialect, plain_row, quote_row, with_tracer
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress
from termdesk.domain.provider import Dialect

PAIR = LanguagePair("en", "de")
ENTRIES = Entries.of([('5" disk', "Scheibe"), ("house", "Haus")])


def parsed(dialect: WireDialect, text: str, *, is_json: bool = False) -> list[tuple[str, str]]:
    return list(dialect.parse(text, "id", PAIR, separator="\t", is_json=is_json, progress=NoProgress()))


def test_only_quotes_need_a_proof_and_only_where_nothing_is_known() -> None:
    unknown = WireDialect(Dialect.RECOGNIZE)

    assert unknown.needs_proof(ENTRIES)
    assert not unknown.needs_proof(Entries.of([("house", "Haus")]))
    assert not WireDialect(Dialect.VENDOR).needs_proof(ENTRIES)


def test_the_tracer_is_a_row_without_quotes_of_its_own() -> None:
    row = WireDialect(Dialect.RECOGNIZE).tracer(ENTRIES)

    assert row == ("house", "Haus")
    assert with_tracer(["a\tb\n", "c\td\nhouse\tHaus\n"], row) == ["a\tb\n", 'c\td\n"house"\tHaus\n']


def test_a_tracer_that_comes_back_quoted_proves_the_vendor() -> None:
    dialect = WireDialect(Dialect.RECOGNIZE)
    row = dialect.tracer(ENTRIES)
    assert row is not None
    dialect.expect("id", PAIR, row)

    parsed(dialect, f"{quote_row(row)}\n")

    assert dialect.known is Dialect.VENDOR
    assert not dialect.quoting


def test_a_tracer_that_comes_back_plain_proves_the_specification() -> None:
    dialect = WireDialect(Dialect.RECOGNIZE)
    row = dialect.tracer(ENTRIES)
    assert row is not None
    dialect.expect("id", PAIR, row)

    assert parsed(dialect, f"{plain_row(row)}\n") == [("house", "Haus")]
    assert dialect.known is Dialect.SPECIFICATION


def test_without_a_proof_json_is_the_vendors() -> None:
    dialect = WireDialect(Dialect.RECOGNIZE)

    parsed(dialect, "house\tHaus\n", is_json=True)

    assert dialect.known is Dialect.VENDOR
