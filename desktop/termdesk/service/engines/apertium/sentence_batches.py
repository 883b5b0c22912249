"""Translates several sentences in one go, so that each stage gets them together.

Sixteen sentences sent together need half the processor time of sixteen sent one by one, because the processes and our
threads wake up less often.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import Generic, TypeVar

from termdesk.service.engines.translation_engine import Sentence

# Larger batches save little, and other sentences wait longer.
MOST_IN_BATCH = 16
# How many batches of one text are in the stages at the same time; more would not be faster.
BATCHES_AT_ONCE = 3
# How many batches of all texts run at the same time, each in a thread.
MOST_BATCHES = 12

Message = TypeVar("Message")
Answer = TypeVar("Answer")
Result = TypeVar("Result")
Work = TypeVar("Work")

# The work on one sentence: a generator that yields the number of a part and a message for it, receives the answer, and
# returns a result.
Steps = Generator[tuple[int, Message], Answer, Result]


def run_together(
    works: Sequence[Steps[Message, Answer, Result]],
    ask: Callable[[int, list[Message]], Sequence[Answer | Exception]],
) -> list[Result | Exception]:
    """Run the work on several sentences; return the result of each, or its error.

    `ask` sends the messages of several sentences to a part. It returns the answer to each message, or an error to raise
    in the steps of that sentence. An OSError of `ask` or of the steps is passed on, because then the parts have failed
    for all sentences.
    """
    results: dict[int, Result | Exception] = {}
    waiting: dict[int, tuple[int, Message]] = {}

    def advance(number: int, answer: Answer | Exception | None) -> None:
        steps = works[number]
        try:
            # The first step gets None.
            waiting[number] = steps.throw(answer) if isinstance(answer, Exception) else steps.send(answer)  # type: ignore[arg-type]
        except StopIteration as end:
            results[number] = end.value
        except OSError:
            raise
        except Exception as error:
            results[number] = error

    for number in range(len(works)):
        advance(number, None)
    while waiting:
        # Ask the earliest stage first, so that slower sentences catch up with the others.
        part = min(part for part, _ in waiting.values())
        asking = [number for number, (asked, _) in waiting.items() if asked == part]
        answers = ask(part, [waiting.pop(number)[1] for number in asking])
        for number, answer in zip(asking, answers, strict=True):
            advance(number, answer)
    return [results[number] for number in range(len(works))]


class SentenceBatches(Generic[Work]):
    """Collects the sentences that wait for translation, from one text or several, and translates them in batches."""

    def __init__(
        self, translate: Callable[[Sequence[Work]], Sequence[Sentence | Exception]], threads: Executor
    ) -> None:
        """`translate` runs in one of the threads. It returns the translation of each sentence, or its error."""
        self._translate = translate
        self._threads = threads
        self._waiting: deque[tuple[Work, asyncio.Future[Sentence]]] = deque()
        self._running = 0

    async def run(self, work: Work) -> Sentence:
        """Translate a sentence together with others. Cancelling does not end a batch that has been started."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Sentence] = loop.create_future()
        if not self._waiting:
            # Other tasks that are ready can add their sentences before the batch starts.
            loop.call_soon(self._start)
        self._waiting.append((work, answer))
        return await answer

    def _start(self) -> None:
        while self._running < MOST_BATCHES and (batch := self._next()):
            self._running += 1
            works = [work for work, _ in batch]
            done = asyncio.get_running_loop().run_in_executor(self._threads, self._translate, works)
            done.add_done_callback(partial(self._end, [answer for _, answer in batch]))

    def _next(self) -> list[tuple[Work, asyncio.Future[Sentence]]]:
        """Take the sentences for the next batch. It is small if few wait, so that several batches are in different
        stages.

        All sentences that one text translates at the same time are in these batches. A sentence that arrives later
        belongs to another text, and need not wait for this batch.
        """
        waiting = [each for each in self._waiting if not each[1].done()]
        share = -(-len(waiting) // max(1, BATCHES_AT_ONCE - self._running))
        size = min(share, MOST_IN_BATCH)
        self._waiting = deque(waiting[size:])
        return waiting[:size]

    def _end(
        self, answers: Sequence[asyncio.Future[Sentence]], done: asyncio.Future[Sequence[Sentence | Exception]]
    ) -> None:
        self._running -= 1
        failure = done.exception()
        for answer, found in zip(answers, [failure] * len(answers) if failure else done.result(), strict=True):
            if answer.done():
                continue
            if isinstance(found, BaseException):
                answer.set_exception(found)
            else:
                answer.set_result(found)
        self._start()
