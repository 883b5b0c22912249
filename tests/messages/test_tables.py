"""The message tables match their use in the sources: every kind is used, with the values that its sentence needs."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import string
from collections.abc import Iterator

import pytest

from support.files.source_trees import nodes_of, trees_of
from termdesk import messages
from termdesk.messages.message import MessageKind

TREES = trees_of()
TABLES = {
    table.__name__: table
    for module in pkgutil.iter_modules(messages.__path__)
    for table in vars(importlib.import_module(f"{messages.__name__}.{module.name}")).values()
    if isinstance(table, type) and issubclass(table, MessageKind) and table is not MessageKind
}
KINDS = [kind for table in TABLES.values() for kind in table]
# The layers whose errors are messages. Their sentences may be nowhere else.
FINISHED = (
    "application/",
    "client/",
    "domain/",
    "formats/",
    "storage/",
)
SAYING = {
    *("InvalidInput", "MalformedText", "UnreadableFile", "StorageFailed", "RejectedRow", "PublishViolation"),
    *("NotConnected", "LocalServiceFailed", "Unreachable", "TimedOut", "UnclearOutcome", "IncompleteAnswer"),
    *("RateLimited", "Unavailable", "bad", "GlossaryChoice", "_tell"),
}


def placeholders(kind: MessageKind) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(kind.sentence) if name}


def kinds_named() -> Iterator[tuple[str, ast.Attribute, MessageKind]]:
    """Yield (place, node, kind) for each use of a message kind in the sources."""
    for name, tree in TREES.items():
        for node in nodes_of(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in TABLES:
                yield f"{name}:{node.lineno}", node, TABLES[node.value.id][node.attr]


def test_each_message_is_made_with_the_values_that_its_sentence_names() -> None:
    named = {id(node): (position, kind) for position, node, kind in kinds_named()}
    wrong = []
    for tree in TREES.values():
        for call in nodes_of(tree):
            if isinstance(call, ast.Call) and id(call.func) in named:
                position, kind = named[id(call.func)]
                values = {each.arg for each in call.keywords}
                if None not in values and (values != placeholders(kind) or bool(call.args) != ("%Ln" in kind.sentence)):
                    wrong.append(f"{position} {kind}")

    assert wrong == []


def test_no_kind_is_left_over() -> None:
    used = {kind for _, _, kind in kinds_named()}

    assert len(KINDS) > 20
    assert [str(kind) for kind in KINDS if kind not in used] == []


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_each_sentence_stands_once_in_its_table(table: type[MessageKind]) -> None:
    assert [name for name, kind in table.__members__.items() if name != kind.name] == []


def test_sentences_that_count_have_a_form_for_one() -> None:
    assert [str(kind) for kind in KINDS if ("%Ln" in kind.sentence) != isinstance(kind.value, tuple)] == []


def test_a_number_with_its_noun_has_plural_forms() -> None:
    # Behind a number, only a noun in the plural. The second number of a sentence cannot have forms of its own.
    counted = re.compile(
        r"\{[a-z_]+\} (?:UTF-8 |visible )?(?:bytes|characters|entries|forms|rows|seconds|texts|times)\b"
    )

    assert [str(kind) for kind in KINDS if "%Ln" not in kind.sentence and counted.search(kind.sentence)] == []


def test_what_lower_layers_say_is_a_message() -> None:
    bare = [
        f"{name}:{call.lineno}: {ast.unparse(each)}"
        for name, tree in TREES.items()
        if name.startswith(FINISHED)
        for call in nodes_of(tree)
        if isinstance(call, ast.Call) and getattr(call.func, "id", getattr(call.func, "attr", "")) in SAYING
        for each in (*call.args, *(keyword.value for keyword in call.keywords if keyword.arg in ("remedy", "reason")))
        if isinstance(each, ast.JoinedStr) or (isinstance(each, ast.Constant) and " " in str(each.value))
    ]

    assert bare == []
