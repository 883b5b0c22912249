"""Events: who is called, in which order, and until when."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from termdesk.domain.event import Event


def test_subscribers_are_called_in_order_with_the_arguments() -> None:
    event = Event[int, str]()
    calls: list[tuple[str, int, str]] = []
    event.subscribe(lambda number, text: calls.append(("first", number, text)))
    event.subscribe(lambda number, text: calls.append(("second", number, text)))

    event.emit(1, "a")

    assert calls == [("first", 1, "a"), ("second", 1, "a")]


def test_a_subscriber_is_not_called_after_it_unsubscribed() -> None:
    event = Event[int]()
    numbers: list[int] = []
    unsubscribe = event.subscribe(numbers.append)
    event.emit(1)

    unsubscribe()
    unsubscribe()
    event.emit(2)

    assert numbers == [1]
    assert not event


def test_the_same_subscriber_is_called_once() -> None:
    event = Event[int]()
    numbers: list[int] = []
    event.subscribe(numbers.append)
    event.subscribe(numbers.append)

    event.emit(1)

    assert numbers == [1]


def test_a_subscriber_may_end_the_turn_of_another() -> None:
    event = Event[[]]()
    calls: list[str] = []
    endings: list[Callable[[], None]] = []
    event.subscribe(lambda: [end() for end in endings])
    endings.append(event.subscribe(lambda: calls.append("ended")))
    event.subscribe(lambda: calls.append("last"))

    event.emit()

    assert calls == ["last"]


def test_a_subscriber_that_comes_during_a_turn_waits_for_the_next() -> None:
    event = Event[[]]()
    calls: list[str] = []

    def late() -> None:
        calls.append("late")

    event.subscribe(lambda: event.subscribe(late))
    event.emit()
    assert calls == []

    event.emit()

    assert calls == ["late"]


def test_the_error_of_a_subscriber_reaches_the_emitter() -> None:
    event = Event[[]]()

    def fail() -> None:
        raise ValueError("broken")

    event.subscribe(fail)

    with pytest.raises(ValueError, match="broken"):
        event.emit()
