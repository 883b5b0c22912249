"""Trainings of the service: one at a time, observed to the end, and no remains of unfinished ones."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from support.engines.small_language import made_up
from support.waiting import until
from termdesk.domain.language.language import LanguagePair
from termdesk.service.engines.statistical import trainings as trainings_module
from termdesk.service.engines.statistical.trainings import SCRATCH, TrainingJob, Trainings, _follow, _why

EN_FI = LanguagePair("en", "fi")


def with_trainings(models: Path, work: Callable[[Trainings, list[str]], Awaitable[None]]) -> None:
    """Run `work` with the trainings, and a list that grows with each new model."""

    async def run() -> None:
        appeared: list[str] = []

        async def on_model() -> None:
            appeared.extend(each.name for each in models.iterdir() if not each.name.startswith("."))

        trainings = Trainings(models, on_model)
        try:
            await work(trainings, appeared)
        finally:
            await trainings.close()

    asyncio.run(run())


def added(trainings: Trainings, content: str) -> TrainingJob:
    position = trainings.path_for_upload()
    position.write_text(content, "utf-8")
    return trainings.add(position, kind="tsv", pair=EN_FI, name="Small")


@pytest.mark.slow
def test_a_training_ends_with_a_model_and_leaves_nothing_else(tmp_path: Path) -> None:
    pytest.importorskip("thot")
    models = tmp_path / "models"

    async def work(trainings: Trainings, appeared: list[str]) -> None:
        job = added(trainings, made_up(300))
        assert (job.state, job.is_over) == ("queued", False)
        await until(lambda: job.is_over)

        assert (job.state, job.message) == ("done", "")
        assert job.segments >= 200
        assert appeared == [f"trained-en-fi-{job.training_id}"]
        assert [each.name for each in models.iterdir()] == appeared
        assert await trainings.cancel(job.training_id)
        assert trainings.all() == []
        assert not await trainings.cancel(job.training_id)

    with_trainings(models, work)


def test_too_little_fails_in_words_without_a_model(tmp_path: Path) -> None:
    async def work(trainings: Trainings, appeared: list[str]) -> None:
        job = added(trainings, "a\tb\nalone\n")
        # The process reports its failure before it ends.
        await until(lambda: job.is_over and not list(tmp_path.iterdir()))

        assert (job.state, bool(job.message), appeared) == ("failed", True, [])

    with_trainings(tmp_path, work)


def test_one_runs_and_the_others_wait_for_their_turn(tmp_path: Path) -> None:
    async def work(trainings: Trainings, _appeared: list[str]) -> None:
        first, second = added(trainings, made_up(2_000)), added(trainings, made_up(100))
        await until(lambda: first.state == "running")
        assert second.state == "queued"

        assert await trainings.cancel(second.training_id)
        assert await trainings.cancel(first.training_id)

        assert [each.state for each in trainings.all()] == ["cancelled", "cancelled"]
        assert list(tmp_path.iterdir()) == []

    with_trainings(tmp_path, work)


def test_one_that_is_cancelled_before_it_began_leaves_nothing_either(tmp_path: Path) -> None:
    async def work(trainings: Trainings, _appeared: list[str]) -> None:
        job = added(trainings, made_up(50))

        assert await trainings.cancel(job.training_id)

        assert job.state == "cancelled"
        assert list(tmp_path.iterdir()) == []

    with_trainings(tmp_path, work)


def test_only_the_last_ended_ones_are_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trainings_module, "MOST_REMEMBERED", 2)

    async def work(trainings: Trainings, _appeared: list[str]) -> None:
        jobs = []
        for _ in range(4):
            jobs.append(added(trainings, made_up(50)))
            await trainings._end(jobs[-1].training_id)
        last = added(trainings, made_up(50))

        assert trainings.all() == [*jobs[2:], last]

    with_trainings(tmp_path, work)


def test_what_an_earlier_run_left_is_removed_and_models_stay(tmp_path: Path) -> None:
    (tmp_path / f"{SCRATCH}1").mkdir()
    (tmp_path / f"{SCRATCH}1" / "tm").write_text("half")
    (tmp_path / f"{SCRATCH}2.upload").write_text("half")
    (tmp_path / "trained-en-fi-1").mkdir()

    async def work(trainings: Trainings, _appeared: list[str]) -> None:
        await trainings.tidy()

    with_trainings(tmp_path, work)

    assert [each.name for each in tmp_path.iterdir()] == ["trained-en-fi-1"]


def test_messages_of_the_process_are_followed() -> None:
    job = TrainingJob("1", "en", "fi", "Small")

    _follow(job, {"phase": "aligning", "done": 2, "total": 5})
    _follow(job, {"segments": 7, "left_out": {"twice": 1}})
    assert (job.phase, job.done, job.total, job.segments, job.left_out) == ("aligning", 2, 5, 7, {"twice": 1})
    _follow(job, {"refused": "Too little.", "remedy": "", "messages": [None, None]})
    assert job.messages == [None, None]
    assert (job.state, job.message, job.is_over) == ("failed", "Too little.", True)


@pytest.mark.parametrize(
    ("lines", "exit_code", "is_memory"),
    [
        ([], -9, True),
        (['  File "trainer.py", line 7, in train', "MemoryError: no room"], 1, True),
        (['  File "trainer.py", line 7, in train', "ImportError: no thot"], 1, False),
    ],
    ids=["killed by the system", "out of memory", "an error of the program"],
)
def test_the_reason_of_an_end_without_a_word_is_memory(lines: list[str], exit_code: int, is_memory: bool) -> None:
    assert ("memory" in _why(lines, exit_code)) is is_memory
