"""Changes are named by their effect, not by their requests."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Difference
from termdesk.storage.notebook.remote_writes import ReadBack, RemoteWrite
from termdesk.ui.glossaries.notebook.notebook_words import change_words, effect_words, glossary_words, outcome_words


def write(method: str, path: str, *, outcome: str = "done", status: int = 200, after: str = "") -> RemoteWrite:
    moment = datetime(2026, 3, 1, tzinfo=UTC)
    return RemoteWrite(1, "local", method, path, outcome, status, "t", moment, before_hash=after, after_hash=after)


@pytest.mark.parametrize(
    ("method", "path", "after", "words"),
    [
        ("POST", "/v3/glossaries", "", "glossary created"),
        ("DELETE", "/v3/glossaries/g1", "", "glossary deleted"),
        ("PATCH", "/v3/glossaries/g1", "", "glossary changed"),
        ("PATCH", "/v3/glossaries/g1", "h", "entries added or changed"),
        ("PUT", "/v3/glossaries/g1/dictionaries", "h", "dictionary replaced"),
        ("DELETE", "/v3/glossaries/g1/dictionaries", "", "dictionary deleted"),
        ("POST", "/v3/translation_memories", "", "translation memory created"),
        ("DELETE", "/v3/translation_memories/m1", "", "translation memory deleted"),
    ],
)
def test_each_call_is_named_by_what_it_does(qapp: object, method: str, path: str, after: str, words: str) -> None:
    assert change_words(write(method, path, after=after)) == words


def test_what_was_done_to_which_glossary_is_told(qapp: object) -> None:
    deleted = replace(write("DELETE", "/v3/glossaries/g1/dictionaries"), glossary_name="Law", entry_count=2)
    of_pair = replace(deleted, pair=LanguagePair("en", "de"))
    renamed = replace(write("PATCH", "/v3/glossaries/g1"), glossary_name="Law", new_name="Contracts")

    assert glossary_words(of_pair) == "Law (en → de)"
    assert (change_words(renamed), glossary_words(renamed)) == ("glossary renamed", "Law → Contracts")
    assert effect_words(deleted, None) == "2 entries were deleted."
    assert effect_words(of_pair, Difference({}, {}, {"a": "b"})) == "1 removed"
    assert effect_words(renamed, None) == ""
    assert effect_words(replace(of_pair, entry_count=0), None) == "The versions of this change are not kept."


def test_the_outcome_has_the_status_of_a_refusal(qapp: object) -> None:
    assert outcome_words(write("PUT", "/")) == "accepted"
    assert outcome_words(write("PUT", "/", outcome="refused", status=400)) == "refused, nothing changed (400)"
    assert outcome_words(write("PUT", "/", outcome="unclear", status=0)) == "no clear answer"


@pytest.mark.parametrize(
    ("read_back", "words"),
    [
        (ReadBack.CONFIRMED, "no clear answer, confirmed by reading (500)"),
        (ReadBack.MISSING, "no clear answer, not done, as reading shows (500)"),
    ],
)
def test_a_reading_settles_an_unclear_outcome(qapp: object, read_back: ReadBack, words: str) -> None:
    unclear = replace(write("PUT", "/", outcome="unclear", status=500), read_back=read_back)

    assert outcome_words(unclear) == words
