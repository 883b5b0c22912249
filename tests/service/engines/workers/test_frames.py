"""Messages of worker processes arrive completely, or the other side is gone."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.messages.file_messages import FileMessage
from termdesk.service.engines.workers.frames import MAX_FRAME, read_frame, write_frame

messages = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text() | st.binary(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)


class Pipe(io.BytesIO):
    """Returns one byte at a time, as a pipe may."""

    def read(self, size: int | None = -1) -> bytes:
        return super().read(min(1, size or 0))


def test_an_error_is_sent_as_its_english_sentence() -> None:
    stream = io.BytesIO()

    write_frame(stream, {"refused": FileMessage.EMPTY(name="memory.tmx")})

    stream.seek(0)
    assert read_frame(stream) == {"refused": "memory.tmx is empty."}


@given(st.lists(messages, max_size=4))
def test_messages_come_one_by_one_as_they_were(sent: list[object]) -> None:
    stream = io.BytesIO()
    for each in sent:
        write_frame(stream, each)

    pipe = Pipe(stream.getvalue())

    assert [read_frame(pipe) for _ in sent] == sent
    with pytest.raises(EOFError):
        read_frame(pipe)


@given(messages, st.data())
def test_a_message_that_breaks_off_is_none(message: object, data: st.DataObject) -> None:
    stream = io.BytesIO()
    write_frame(stream, message)
    written = stream.getvalue()

    with pytest.raises(EOFError):
        read_frame(io.BytesIO(written[: data.draw(st.integers(0, len(written) - 1))]))


def test_a_size_beyond_all_messages_is_the_end_and_not_read() -> None:
    with pytest.raises(EOFError):
        read_frame(io.BytesIO((MAX_FRAME + 1).to_bytes(4, "big") + b"\xc0"))
