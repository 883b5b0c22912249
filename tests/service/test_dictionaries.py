"""Dictionaries in requests are stored as sent, and all their errors are named."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.domain.entries import delimited, entry_rules
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.provider import Dialect
from termdesk.service.dictionaries import (
    CheckedDictionary,
    SentDictionary,
    check_dictionary,
    make_ignored_rows_header,
    merge_function,
)
from termdesk.service.http.answers import HttpError

EN_ES = LanguagePair("en", "es")


def check(
    entries: str, *, form: str = "tsv", source: str = "en", target: str = "es", dialect: Dialect = Dialect.SPECIFICATION
) -> CheckedDictionary:
    return asyncio.run(check_dictionary(SentDictionary(source, target, entries, form), dialect))


def refusal(entries: str, *, form: str = "tsv", source: str = "en", target: str = "es") -> HttpError:
    with pytest.raises(HttpError) as refused:
        check(entries, form=form, source=source, target=target)
    return refused.value


@pytest.mark.parametrize(
    ("entries", "form", "content"),
    [
        ("a\tb\n", "tsv", "a\tb\n"),
        ("a\tb", "TSV", "a\tb\n"),
        ("a\tb\r\n\r\nc\td\r\n", "tsv", "a\tb\nc\td\n"),
        ('"a"\tb\n', "tsv", "a\tb\n"),
        ("a,b\nc,d,en,es\n", "csv", "a\tb\nc\td\n"),
    ],
)
def test_what_is_stored_is_the_same_entries_in_one_form(entries: str, form: str, content: str) -> None:
    found = check(entries, form=form)

    assert (found.stored.content.decode(), found.pair) == (content, EN_ES)
    assert found.stored.entry_count == len(found.entries) == content.count("\n")


phrases = st.text(st.sampled_from('ab"ä,'), min_size=1, max_size=5)


@pytest.mark.slow
@given(st.dictionaries(phrases, phrases, min_size=1, max_size=5))
def test_whatever_keeps_the_rules_is_stored_entry_by_entry(entries: dict[str, str]) -> None:
    text = "".join(f"{source}\t{target}\n" for source, target in entries.items())

    found = check(text, dialect=Dialect.VENDOR)

    assert delimited.parse(found.stored.content.decode()).as_dict() == entries


def test_a_quote_means_itself_in_the_vendors_dialect_alone() -> None:
    assert check('"a"\tb\n', dialect=Dialect.VENDOR).entries.sources == ['"a"']
    assert check('"a"\tb\n').entries.sources == ["a"]


def test_rows_of_another_pair_are_left_out_and_counted() -> None:
    found = check("a,b,en,es\nc,d,en,fr\n", form="csv")

    assert (list(found.entries), found.rows_of_other_pairs) == ([("a", "b")], 1)
    assert make_ignored_rows_header(found, found) == {"X-Termdesk-Ignored-Rows": "2"}
    assert make_ignored_rows_header(check("a\tb\n")) == {}


@pytest.mark.parametrize(
    ("source", "target"), [("en", "en"), ("en", "EN"), ("en-GB", "es"), ("tlh", "es"), ("", "es"), ("en", "é")]
)
def test_languages_that_no_dictionary_can_have_are_refused(source: str, target: str) -> None:
    assert refusal("a\tb\n", source=source, target=target).status == 400


@pytest.mark.parametrize(
    ("entries", "form"),
    [("", "tsv"), ("\n", "tsv"), ("alone\n", "tsv"), ("a\tb\na\tc\n", "tsv"), ("a\t\n", "tsv"), ("a\tb\n", "xlsx"),
     ("a,b,en,fr\n", "csv")],
)  # fmt: skip
def test_entries_that_break_a_rule_are_refused_in_words(entries: str, form: str) -> None:
    error = refusal(entries, form=form)

    assert (error.status, bool(error.detail)) == (400, True)


def test_the_size_of_a_dictionary_is_limited_to_the_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry_rules, "MAX_DICTIONARY_BYTES", 8)

    assert check("äb\tcde\n").stored.entry_count == 1
    assert refusal("äb\tcdef\n").status == 413


def test_merge_function_overwrites_known_phrases_and_keeps_the_others_in_their_places() -> None:
    old = check("a\t1\nb\t2\n").stored

    merged = merge_function(check("b\tzwei\nc\tdrei\n"))(old)

    assert (merged.content.decode(), merged.entry_count) == ("a\t1\nb\tzwei\nc\tdrei\n", 3)
    assert merge_function(check("b\tzwei\n"))(None).content == b"b\tzwei\n"


def test_what_grows_too_large_by_merge_function_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    old, more = check("aaaa\tbbbb\n").stored, check("cccc\tdddd\n")
    monkeypatch.setattr(entry_rules, "MAX_DICTIONARY_BYTES", 15)

    with pytest.raises(HttpError) as refused:
        merge_function(more)(old)
    assert refused.value.status == 413
