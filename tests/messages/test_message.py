from __future__ import annotations

import copy
import pickle

import pytest

from termdesk.messages.message import SINGULARS, Message, MessageKind


class Sample(MessageKind):
    PLAIN = "The name is empty."
    NAMED = "{name} has {size} bytes in rows {rows}."
    COUNTED = "%Ln rows of {name} are left out.", "%Ln row of {name} is left out."
    NESTED = "Row {row}: {reason}"


def test_a_message_is_its_english_sentence() -> None:
    assert Sample.PLAIN() == "The name is empty."
    assert Sample.NAMED(name="a.tsv", size=10_000, rows=[1, 2_000]) == "a.tsv has 10,000 bytes in rows 1, 2,000."
    assert [Sample.COUNTED(count, name="x") for count in (1, 2_000)] == [
        "1 row of x is left out.",
        "2,000 rows of x are left out.",
    ]


def test_a_message_keeps_its_kind_and_its_values() -> None:
    reason = Sample.PLAIN()

    message = Sample.NESTED(row=3, reason=reason)

    assert message == "Row 3: The name is empty."
    assert (message.kind, message.number, message.values) == (Sample.NESTED, -1, {"row": 3, "reason": reason})


def test_a_message_without_values_is_made_once() -> None:
    assert Sample.PLAIN() is Sample.PLAIN()


def test_braces_in_a_value_are_no_placeholders() -> None:
    assert Sample.NESTED(row=1, reason="{row}") == "Row 1: {row}"


def test_a_value_that_the_sentence_names_must_be_there() -> None:
    with pytest.raises(KeyError):
        Sample.NESTED(row=1)


@pytest.mark.parametrize("twin_of", [copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))])
def test_a_copy_keeps_everything(twin_of: object) -> None:
    assert callable(twin_of)

    twin = twin_of(Sample.COUNTED(1, name="x"))

    assert isinstance(twin, Message)
    assert (str(twin), twin.kind, twin.number, twin.values) == (
        "1 row of x is left out.",
        Sample.COUNTED,
        1,
        {"name": "x"},
    )


def test_the_singular_of_a_sentence_is_known_by_the_sentence() -> None:
    assert SINGULARS[Sample.COUNTED.sentence] == "%Ln row of {name} is left out."
