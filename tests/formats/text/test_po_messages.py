"""Dividing the lines of a PO file into messages, and what is kept of a broken one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.domain.errors import Stopped
from termdesk.domain.progress import NoProgress
from termdesk.formats.text.po_messages import GettextMessage, messages


def read(text: str) -> list[GettextMessage]:
    return list(messages(text, NoProgress()))


def test_a_message_has_its_line_comments_flags_and_all_forms() -> None:
    text = (
        "# a translator's remark\n#. the programmer's\n#: main.c:7\n#, c-format, fuzzy\n"
        'msgctxt "menu"\nmsgid "one "\n"file"\nmsgid_plural "files"\nmsgstr[0] "Datei"\nmsgstr[1] "Dateien"\n'
    )

    (message,) = read(text)

    assert (message.line, message.is_fuzzy, message.is_obsolete) == (5, True, False)
    assert message.comments == ["a translator's remark", "the programmer's"]
    assert {name: message.text(name) for name in message.texts} == {
        "msgctxt": "menu",
        "msgid": "one file",
        "msgid_plural": "files",
        "msgstr[0]": "Datei",
        "msgstr[1]": "Dateien",
    }
    assert message.text("msgstr") == ""


@pytest.mark.parametrize("between", ["\n", "\n\n", "\n# remark\n", "\r\n", "\r"])
def test_messages_end_at_blank_lines_comments_and_the_next_id(between: str) -> None:
    text = f'msgid "a"\nmsgstr "b"{between}msgid "c"\nmsgstr "d"\n'

    assert [(each.text("msgid"), each.text("msgstr")) for each in read(text)] == [("a", "b"), ("c", "d")]


def test_obsolete_messages_are_told_and_their_old_ids_passed_over() -> None:
    (message,) = read('#~| msgid "older"\n#~ msgid "a"\n#~ msgstr "b"\n')

    assert (message.is_obsolete, message.text("msgid"), message.text("msgstr")) == (True, "a", "b")


def test_obsolete_messages_need_no_blank_line_between_them() -> None:
    text = '#~ msgid "a"\n#~ msgstr "b"\n#~ msgid "c"\n#~ msgstr "d"\n'

    assert [(each.text("msgid"), each.text("msgstr")) for each in read(text)] == [("a", "b"), ("c", "d")]


def test_comments_alone_are_no_message() -> None:
    assert read("# licence\n\n# more\n") == []


@pytest.mark.parametrize(
    "text",
    [
        'msgid "a"\nmsgid_plural "b"\nmsgid_plural "c"\n',
        'msgid "a\nmsgstr "b"\n',
        'msgid "a" b"\nmsgstr "b"\n',
        'msgid "a"\nnonsense\nmsgstr "b"\n',
        '"a text of nothing"\n',
    ],
)
def test_a_broken_message_tells_so_and_keeps_its_lines_and_the_next_is_whole(text: str) -> None:
    broken, sound = read(f'{text}\nmsgid "x"\nmsgstr "y"\n')

    assert broken.rejection
    assert broken.original == text.splitlines()
    assert (sound.rejection, sound.text("msgstr")) == ("", "y")


def quoted(text: str) -> str:
    for character, escape in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t"), ("\r", "\\r")):
        text = text.replace(character, escape)
    return f'"{text}"'


@given(st.text(st.sampled_from('ab\\"\n\t\r#nx0ß木'), max_size=12))
def test_escaped_texts_come_back(text: str) -> None:
    (message,) = read(f"msgid {quoted(text)}\nmsgstr {quoted(text)}\n")

    assert (message.text("msgid"), message.rejection) == (text, "")


def test_escapes_by_number() -> None:
    (message,) = read('msgid "\\101\\x42\\q"\nmsgstr ""\n')

    assert message.text("msgid") == "ABq"


def test_reading_can_be_stopped() -> None:
    class Impatient:
        def step(self, done: int, total: int | None = None) -> None:
            raise Stopped

    with pytest.raises(Stopped):
        list(messages('msgid "a"\nmsgstr "b"\n\n' * 5_000, Impatient()))
