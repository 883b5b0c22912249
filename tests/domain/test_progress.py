"""Several operations in sequence report a common progress."""

from __future__ import annotations

from termdesk.domain.progress import NoProgress, Part


class Reported:
    def __init__(self) -> None:
        self.steps: list[tuple[int, int | None]] = []

    def step(self, done: int, total: int | None = None) -> None:
        self.steps.append((done, total))


def test_a_part_counts_in_thousandths_of_the_whole() -> None:
    reported = Reported()

    Part(reported, 0, 2).step(50, 100)
    Part(reported, 1, 2).step(0, 100)
    Part(reported, 1, 2).step(100, 100)

    assert reported.steps == [(500, 2000), (1000, 2000), (2000, 2000)]


def test_a_part_of_unknown_or_outgrown_size_stays_within_its_share() -> None:
    reported = Reported()

    Part(reported, 1, 3).step(7)
    Part(reported, 1, 3).step(8, 4)

    assert reported.steps == [(1000, 3000), (2000, 3000)]


def test_without_interest_nothing_happens() -> None:
    NoProgress().step(1, 2)
