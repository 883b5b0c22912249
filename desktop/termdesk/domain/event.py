"""The observer idiom of the layers below `ui`: an event with subscribers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, ParamSpec

P = ParamSpec("P")


class Event(Generic[P]):
    """Something that happens repeatedly, with subscribers to notify.

        self.edited = Event[Change]()
        unsubscribe = dictionary.edited.subscribe(self._on_edited)
        self.edited.emit(change)

    Subscribers are called in the order of subscription, in the thread of `emit`. An event keeps references to its
    subscribers until they unsubscribe. It is true if it has subscribers.
    """

    __slots__ = ("_subscribers",)

    def __init__(self) -> None:
        self._subscribers: list[Callable[P, object]] = []

    def __bool__(self) -> bool:
        return bool(self._subscribers)

    def subscribe(self, subscriber: Callable[P, object]) -> Callable[[], None]:
        """Call `subscriber` at each `emit`. Return a function that unsubscribes; calling it more than once is harmless.

        A subscriber equal to an existing one (the same method of the same object) is not added again.
        """
        if subscriber not in self._subscribers:
            self._subscribers.append(subscriber)

        def unsubscribe() -> None:
            if subscriber in self._subscribers:
                self._subscribers.remove(subscriber)

        return unsubscribe

    def emit(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Call the subscribers, without those that subscribe or unsubscribe during the call.

        If a subscriber raises an exception, it is passed on, and the remaining subscribers are not called.
        """
        for subscriber in tuple(self._subscribers):
            if subscriber in self._subscribers:
                subscriber(*args, **kwargs)
