"""Reading and writing delimited text, and the location of errors in it."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from support.shared_data import shared_file
from termdesk.domain.entries import delimited
from termdesk.domain.entries.delimited import Rejection, parse, parse_with_codes, records, write
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput, MalformedText, Stopped
from termdesk.domain.language.language import LanguagePair

EN_DE = LanguagePair("en", "de")

# Many special characters: quotes, separators, every kind of line end, and characters that only look like one.
awkward = st.text(st.sampled_from('"\t,;\r\n\v\f\x85\u2028 aé字\x00\U0001f600'), max_size=8)
phrases = st.one_of(awkward, st.text(max_size=20))
unbroken = st.text(st.characters(exclude_characters="\t\r\n"), max_size=20)
separators = st.sampled_from(["\t", ",", ";", "|"])


@given(pairs=st.lists(st.tuples(phrases, phrases), max_size=12), separator=separators)
@example(pairs=[('"', '"')], separator="\t")
@example(pairs=[('"a" b', "c\td"), ("", "")], separator="\t")
def test_whatever_is_written_with_quoting_reads_back_the_same(pairs: list[tuple[str, str]], separator: str) -> None:
    entries = Entries.of(pairs)

    text = write(entries, separator=separator)

    assert parse(text, separator=separator) == entries


@given(pairs=st.lists(st.tuples(unbroken, unbroken), max_size=12))
@example(pairs=[('"a', 'b"')])
def test_phrases_without_tabs_and_line_ends_need_no_quoting(pairs: list[tuple[str, str]]) -> None:
    entries = Entries.of(pairs)

    text = write(entries, quoting=False)

    assert parse(text, quoting=False) == entries
    assert text.count("\n") == text.count("\t") == len(pairs)


@given(text=awkward, separator=separators)
@example(text='""', separator="\t")
def test_the_fast_and_the_careful_way_agree(text: str, separator: str) -> None:
    careful = list(records(text, separator=separator))
    is_clean = all(not record.rejection and len(record.fields) == 2 for record in careful)

    try:
        entries = parse(text, separator=separator)
    except MalformedText:
        assert not is_clean
    else:
        assert is_clean
        assert list(entries) == [tuple(record.fields) for record in careful]


@given(text=awkward)
def test_the_careful_way_agrees_with_the_csv_module_on_sound_texts(text: str) -> None:
    found = list(records(text, separator=","))

    if not any(record.rejection for record in found):
        expected = [row for row in csv.reader(io.StringIO(text, newline=""), strict=True) if row]
        assert [list(record.fields) for record in found] == expected


def test_lines_end_at_cr_and_lf_only() -> None:
    text = "a\tone\u2028two\r\nb\tthree\x85four\rc\tfive\vsix\fseven\n"

    entries = parse(text)

    assert list(entries) == [("a", "one\u2028two"), ("b", "three\x85four"), ("c", "five\vsix\fseven")]


@pytest.mark.parametrize("text", ["", "\n", "\r\n\r\n"])
def test_a_text_without_lines_has_no_entries(text: str) -> None:
    assert len(parse(text)) == 0


def test_empty_lines_are_no_entries() -> None:
    assert list(parse('a\t1\n\n"b"\t2\n\n\n')) == [("a", "1"), ("b", "2")]
    assert list(parse("\n\na\t1\n\nb\t2")) == [("a", "1"), ("b", "2")]


def test_a_quote_inside_an_unquoted_phrase_is_itself() -> None:
    assert list(parse('12" pipe\tTubo de 12"\n')) == [('12" pipe', 'Tubo de 12"')]


def test_without_quoting_a_leading_quote_is_itself() -> None:
    assert list(parse('"a"\t"b\n', quoting=False)) == [('"a"', '"b')]


def test_only_phrases_that_need_quotes_get_them() -> None:
    entries = Entries.of([("plain", "with, comma"), ('12"', "tab\there"), ("x", "line\nfeed")])

    assert write(entries) == 'plain\twith, comma\n"12"""\t"tab\there"\nx\t"line\nfeed"\n'
    assert write(entries, separator=",") == 'plain,"with, comma"\n"12""",tab\there\nx,"line\nfeed"\n'


@pytest.mark.parametrize(
    ("text", "row", "column", "reason"),
    [
        ('a\tb\nc\t"d\ne\tf\n', 2, 3, "not closed"),
        ('a\tb\n\n"c"d\te\n', 2, 4, "follows a closing quote"),
        ("a\tb\nc\n", 2, 0, "1 column;"),
        ("a\tb\tc\n", 1, 0, "3 columns;"),
        ('"a"\n', 1, 0, "1 column;"),
        ('""\n', 1, 0, "1 column;"),
    ],
)
def test_a_broken_row_is_named_with_its_reason(text: str, row: int, column: int, reason: str) -> None:
    with pytest.raises(MalformedText) as caught:
        parse(text)

    assert (caught.value.row, caught.value.column) == (row, column)
    assert reason in caught.value.message
    assert caught.value.remedy


def test_row_and_line_are_both_told_where_they_differ() -> None:
    with pytest.raises(MalformedText, match=r"Row 2 \(line 4\)"):
        parse('"a\nb"\tc\n\nd\n')


def test_a_stray_quote_costs_one_line_and_not_the_rest_of_the_text() -> None:
    text = 'a\tb\nc\t"d\ne\tf\ng\t"h" i\nk\tl\n'

    found = list(records(text))

    assert [(record.line, record.fields) for record in found if record.rejection] == [
        (2, ['c\t"d']),
        (4, ['g\t"h" i']),
    ]
    assert [tuple(record.fields) for record in found if not record.rejection] == [
        ("a", "b"),
        ("e", "f"),
        ("k", "l"),
    ]


def test_lines_are_counted_through_quoted_line_ends() -> None:
    text = '"a\r\nb"\tc\n\n"d"\t"e\n\nf"\ng\th'

    assert [(record.line, record.line_count) for record in records(text)] == [(1, 2), (4, 3), (7, 1)]


def test_the_quote_that_swallowed_a_line_end_is_blamed_first() -> None:
    first, second, third = records('x\t"a\nb"\t"c"d\ne\tf\n')

    assert first.rejection == Rejection(
        "A quote is opened and not closed.", 3, first.rejection.remedy if first.rejection else ""
    )
    assert first.fields == ['x\t"a']
    assert second.rejection
    assert second.rejection.column == 7
    assert third.fields == ["e", "f"]


def test_a_field_beyond_the_limit_of_the_csv_module_is_read() -> None:
    long_phrase = "x" * 200_000 + '"'
    entries = Entries.of([("a", long_phrase)])

    assert parse(write(entries)) == entries


@pytest.mark.slow
def test_a_quoted_phrase_over_the_border_of_two_blocks_is_read() -> None:
    filler = Entries.of((f"source {number}", f"target {number}") for number in range(20_000))
    filler.sources[9_000] = "x\n" * 300_000

    assert parse(write(filler)) == filler


def test_reading_can_be_stopped() -> None:
    class StopsAtOnce:
        def step(self, done: int, total: int | None = None) -> None:
            raise Stopped

    with pytest.raises(Stopped):
        parse("a\tb\n", progress=StopsAtOnce())


def test_progress_counts_characters_up_to_the_length_of_the_text() -> None:
    seen: list[tuple[int, int | None]] = []

    class Remembers:
        def step(self, done: int, total: int | None = None) -> None:
            seen.append((done, total))

    text = "source\ttarget\n" * 60_000

    parse(text, progress=Remembers())

    assert len(seen) > 2
    assert seen == sorted(seen)
    assert {total for _, total in seen} == {len(text)}


@given(text=st.text(st.sampled_from("a\t\r\né\x00\u2028\ufeff"), max_size=12), separator=separators)
@example(text="\ufeffa\tb\r\n\ufeffc\td\r", separator="\t")
def test_utf8_is_read_as_its_text_is(text: str, separator: str) -> None:
    for data in (text.encode(), b"a\tb\n" * 40_000 + text.encode()):
        expected = delimited.parse_clean(data.decode("utf-8-sig"), separator=separator, quoting=False)
        found = delimited.parse_utf8(data, separator=separator)
        assert (found and list(found)) == (expected and list(expected))


def test_bytes_that_are_not_utf8_are_not_read() -> None:
    assert delimited.parse_utf8(b"a\tb\n" * 40_000 + b"c\t\xff\n") is None


def test_writing_without_quoting_refuses_what_it_cannot_write_and_names_the_row() -> None:
    entries = Entries.of([("a", "b")] * 5_000 + [("c", "d\te")])

    with pytest.raises(InvalidInput, match="Row 5,001"):
        write(entries, quoting=False)


def test_codes_choose_the_rows_of_a_pair_and_the_others_are_counted() -> None:
    text = 'a,A,EN,de\nb,B,en,fr\n"c, d",C,en-GB,DE\ne,E\nf,F,en\ng,G,de\nh,H,,\n'

    entries, ignored = parse_with_codes(text, pair=EN_DE)

    assert list(entries) == [("a", "A"), ("c, d", "C"), ("e", "E"), ("f", "F"), ("h", "H")]
    assert ignored == 2


def test_codes_compare_by_root() -> None:
    entries, ignored = parse_with_codes("a,A,pt-BR,zh-Hant\n", pair=LanguagePair("pt", "zh"))

    assert (len(entries), ignored) == (1, 0)


@pytest.mark.parametrize("text", ["a\n", "a,b,en,de,x\n", 'a,"b\n'])
def test_rows_of_another_shape_than_two_to_four_columns_are_refused(text: str) -> None:
    with pytest.raises(MalformedText, match="Row 1"):
        parse_with_codes(text, pair=EN_DE)


@pytest.mark.parametrize("name", ["libreoffice.en-es.tsv", "freedict.hun-eng.tsv", "freedict.eng-ara.tsv"])
def test_real_files_come_back_byte_for_byte(name: str) -> None:
    data = shared_file(name).read_bytes()

    assert write(parse(data.decode())).encode() == data


def test_blocks_are_the_text_in_pieces() -> None:
    entries = Entries.of((str(number), "x") for number in range(10_000))

    assert len(chunks := list(delimited.blocks(entries))) > 1
    assert "".join(chunks) == write(entries)


def test_equal_texts_are_those_of_similar_entries_also_after_added_and_removed_rows() -> None:
    """A second copy of half a million texts would double the memory."""
    like = Entries.of([(f"source {row}", f"target {row}") for row in range(9_000)])
    rows = list(like)
    # Fewer than a block, so that the next blocks must be found.
    rows[10:12] = []
    rows[20:20] = [("new", "neu")] * 40
    rows[8_000] = ("source changed", rows[8_000][1])
    text = write(Entries.of(rows))

    found = parse(text, like=like)

    assert list(found) == rows
    known = {id(text) for text in (*like.sources, *like.targets)}
    own = [text for text in (*found.sources, *found.targets) if id(text) not in known]
    # Those of the block with the added rows, and the changed one.
    assert len(own) < 2 * 4_000
    assert "source changed" in own
    assert found.targets[-1] is like.targets[-1]
