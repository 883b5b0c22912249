"""Writes confirmed texts with their sentences, replacing earlier rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, Delete, Insert, Table, bindparam, delete, insert, select

from termdesk.domain.language.language import LanguagePair
from termdesk.service.database import memory as _memory
from termdesk.service.database import memory_sentences as _sentences


class ConfirmedText(NamedTuple):
    """A confirmed text with its translation, and its sentences with theirs."""

    pair: LanguagePair
    source: str
    target: str
    sentences: tuple[tuple[str, str], ...] = ()


def _without(table: Table, column: ColumnElement[str]) -> Delete:
    """Return a statement that deletes the rows of a table with a pair and a value of `column`; it can take many
    keys.
    """
    return delete(table).where(
        table.c.source_lang == bindparam("of_source_lang"),
        table.c.target_lang == bindparam("of_target_lang"),
        column == bindparam("of_source"),
    )


_ONE_SOURCE = {table.name: _without(table, table.c.source) for table in (_memory, _sentences)}
_SENTENCES_OF_TEXT = _without(_sentences, _sentences.c.text)
_ALL_SENTENCES = select(_sentences.c.source_lang, _sentences.c.target_lang, _sentences.c.source, _sentences.c.text)
_MANY = 10
# The limit for one statement, which holds the values of all its rows in memory.
_ROWS_A_STATEMENT = 1_000


def write_confirmed(connection: Connection, confirmed: Sequence[ConfirmedText]) -> None:
    """Write many texts. If a text or sentence occurs twice, the later one counts."""
    texts = {(each.pair, each.source): each for each in confirmed}
    rows = [_row(pair, source, target=each.target) for (pair, source), each in texts.items()]
    sentences = {
        (each.pair, one): _row(each.pair, one, target=other, text=each.source)
        for each in texts.values()
        for one, other in each.sentences
    }
    _delete_sentences(connection, rows)
    for table, found in ((_memory, rows), (_sentences, list(sentences.values()))):
        _execute(connection, _ONE_SOURCE[table.name], [_key(row) for row in found])
        _execute(connection, insert(table), found)


def _delete_sentences(connection: Connection, texts: Sequence[dict[str, str]]) -> None:
    """Delete the sentences of these texts.

    The table has no index for this. So for many texts, all sentences are read once.
    """
    if len(texts) < _MANY:
        _execute(connection, _SENTENCES_OF_TEXT, [_key(text) for text in texts])
        return
    written = {(text["source_lang"], text["target_lang"], text["source"]) for text in texts}
    old = [
        {"of_source_lang": source_lang, "of_target_lang": target_lang, "of_source": source}
        for source_lang, target_lang, source, text in connection.execute(_ALL_SENTENCES)
        if (source_lang, target_lang, text) in written
    ]
    _execute(connection, _ONE_SOURCE[_sentences.name], old)


def _execute(connection: Connection, statement: Delete | Insert, rows: Sequence[dict[str, str]]) -> None:
    for begin in range(0, len(rows), _ROWS_A_STATEMENT):
        connection.execute(statement, rows[begin : begin + _ROWS_A_STATEMENT])


def _row(pair: LanguagePair, source: str, **others: str) -> dict[str, str]:
    return {"source_lang": pair.source, "target_lang": pair.target, "source": source, **others}


def _key(row: dict[str, str]) -> dict[str, str]:
    return {"of_source_lang": row["source_lang"], "of_target_lang": row["target_lang"], "of_source": row["source"]}
