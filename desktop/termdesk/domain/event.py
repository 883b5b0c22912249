"""The observer idiom of the layers below `ui`: an event with subscribers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, ParamSpec

P = ParamSpec("P")


class Event(Generic[P]):
    """Something that happens more than once, and those who want to know of it.

        self.edited = Event[Change]()
        unsubscribe = dictionary.edited.subscribe(self._on_edited)
        self.edited.emit(change)

    Subscribers are called in the order in which they subscribed, in the thread of `emit`. An event holds its
    subscribers until they unsubscribe. It is true where it has subscribers.
    """

    __slots__ = ("_subscribers",)

    def __init__(self) -> None:
        self._subscribers: list[Callable[P, object]] = []

    def __bool__(self) -> bool:
        return bool(self._subscribers)

    def subscribe(self, subscriber: Callable[P, object]) -> Callable[[], None]:
        """Call `subscriber` at each `emit`; returns a function that ends this, and may be called more than once.

        A subscriber that is equal to an earlier one (the same method of the same object) is not added again.
        """
        if subscriber not in self._subscribers:
            self._subscribers.append(subscriber)

        def unsubscribe() -> None:
            if subscriber in self._subscribers:
                self._subscribers.remove(subscriber)

        return unsubscribe

    def emit(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Call the subscribers. Those that unsubscribe meanwhile are not called, those that subscribe not yet.

        Raises what a subscriber raises; the subscribers after it are then not called.
        """
        for subscriber in tuple(self._subscribers):
            if subscriber in self._subscribers:
                subscriber(*args, **kwargs)
