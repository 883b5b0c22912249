"""Measures our code against a yardstick in one run: medians, ratios, and the printed table."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import psutil

ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Result:
    """One line of the table. `goal` is the maximum ratio of our cost to that of the yardstick.

    With `is_speed_up`, it is the minimum ratio of the yardstick's cost to ours.
    """

    figure: str
    what: str
    ours: float
    yardstick: float
    goal: float
    unit: str = "ms"
    is_speed_up: bool = False
    note: str = ""

    @property
    def ratio(self) -> float:
        high, low = (self.yardstick, self.ours) if self.is_speed_up else (self.ours, self.yardstick)
        return high / low if low else float("inf")

    @property
    def holds(self) -> bool:
        return self.ratio >= self.goal if self.is_speed_up else self.ratio <= self.goal


def milliseconds(
    work: Callable[[], object], rounds: int = ROUNDS, clock: Callable[[], float] = time.perf_counter
) -> float:
    """Return the median of several runs. The garbage collector runs between them, not during them.

    The window does the same: it collects garbage only when nothing else happens (`ui/shell/idle_gc.py`).
    """
    times = []
    for _ in range(rounds):
        gc.collect()
        gc.disable()
        try:
            begin = clock()
            work()
            times.append((clock() - begin) * 1000)
        finally:
            gc.enable()
    return statistics.median(times)


def alternating(
    ours: Callable[[], object],
    yardstick: Callable[[], object],
    rounds: int = ROUNDS,
    before: Callable[[], object] = lambda: None,
    clock: Callable[[], float] = time.perf_counter,
) -> tuple[float, float]:
    """Return the medians of both, run alternately, so that a noisy moment affects both. `before` runs before each.

    Use `time.process_time` as the clock for work of this process alone: it leaves out other programs.
    """
    measured, vendor = [], []
    for _ in range(rounds):
        before()
        measured.append(milliseconds(ours, 1, clock))
        before()
        vendor.append(milliseconds(yardstick, 1, clock))
    return statistics.median(measured), statistics.median(vendor)


@dataclass(frozen=True, slots=True)
class Cost:
    """Elapsed milliseconds, and processor milliseconds: of this process, and of the server with its children."""

    wall: float
    own: float
    server: float

    @property
    def processors(self) -> float:
        return self.own + self.server


def costs_in_turns(
    works: Sequence[Callable[[], object]], server: psutil.Process, rounds: int = ROUNDS
) -> tuple[Cost, ...]:
    """Return the cost of each work, run alternately: the median of elapsed time, the mean of processor time.

    On a busy machine, processor time is more reliable. The system counts that of another process in steps of 10 ms,
    which only a mean over all rounds evens out.
    """
    rows = [[_cost(work, server) for work in works] for _ in range(rounds)]
    return tuple(
        Cost(
            statistics.median(cost.wall for cost in costs),
            statistics.mean(cost.own for cost in costs),
            statistics.mean(cost.server for cost in costs),
        )
        for costs in zip(*rows, strict=True)
    )


def _cost(work: Callable[[], object], server: psutil.Process) -> Cost:
    servers = [server, *server.children(recursive=True)]
    gc.collect()
    server_before, own_before, begin = _processor_seconds(servers), time.process_time(), time.perf_counter()
    work()
    wall, own = time.perf_counter() - begin, time.process_time() - own_before
    return Cost(wall * 1000, own * 1000, (_processor_seconds(servers) - server_before) * 1000)


def _processor_seconds(processes: Sequence[psutil.Process]) -> float:
    return sum(each.user + each.system for each in (process.cpu_times() for process in processes))


def growth_note(costs: dict[int, float]) -> str:
    """Return the cost per row at each size, relative to the smallest, e.g.

    `growth 1.00 1.02 1.05`; flat is up to 1.3.
    """
    per_row = [cost / size for size, cost in sorted(costs.items())]
    return "growth " + " ".join(f"{each / per_row[0]:.2f}" for each in per_row)


def print_table(results: list[Result]) -> None:
    head = f"{'':4} {'what':58} {'ours':>12} {'yardstick':>12} {'ratio':>7} {'goal':>7}  holds"
    print(head)
    print("-" * len(head))
    for each in results:
        sign = "≥" if each.is_speed_up else "≤"
        print(
            f"{each.figure:4} {each.what:58} {each.ours:9.1f} {each.unit:2} {each.yardstick:9.1f} {each.unit:2}"
            f" {each.ratio:7.2f} {sign + f'{each.goal:g}':>7}  {'yes' if each.holds else 'NO'}"
            + (f"  ({each.note})" if each.note else "")
        )
