"""The trained models in a folder: working ones serve their pair, the others say why they do not work."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from termdesk.domain.language.language import LanguagePair
from termdesk.service.engines.errors import EngineFailed
from termdesk.service.engines.statistical.decoder import DESCRIPTION, read_description, write_description
from termdesk.service.engines.statistical.engine import StatisticalEngine
from termdesk.service.engines.workers.workers import Workers

EN_FI = LanguagePair("en", "fi")


def with_engine(folder: Path, work: Callable[[StatisticalEngine], Awaitable[None]]) -> None:
    async def run() -> None:
        workers = Workers()
        engine = StatisticalEngine(folder, workers)
        try:
            await engine.find()
            await work(engine)
        finally:
            await workers.close()

    asyncio.run(run())


def placed(model: Path, folder: Path, name: str, *, trained: str = "2026-01-01T00:00:00Z") -> Path:
    """Copy the model to this name."""
    shutil.copytree(model, folder / name)
    write_description(folder / name, msgspec.structs.replace(read_description(model), trained=trained, name=name))
    return folder / name


def test_a_model_serves_its_pair_and_says_how_well(trained_model: Path, tmp_path: Path) -> None:
    placed(trained_model, tmp_path, "one")

    async def work(engine: StatisticalEngine) -> None:
        found = await engine.translate("The green Xylophone waits.", EN_FI)
        [shown] = engine.describe()
        [model] = engine.models()

        assert engine.pairs() == {EN_FI}
        assert engine.name_for(EN_FI) == "Trained engine one"
        assert "Xylophone" in found.text
        assert [word.lower() for word in found.unknown] == ["xylophone"]
        assert (shown.version, shown.state, shown.resident_bytes > 0) == ("2026-01-01", "ready", True)
        assert (model.model_id, model.pair) == ("one", EN_FI)

    with_engine(tmp_path, work)


@pytest.mark.slow
def test_its_words_are_traced_and_after_a_failure_there_are_none(trained_model: Path, tmp_path: Path) -> None:
    model = placed(trained_model, tmp_path, "one")
    text = "The green river waits."

    async def work(engine: StatisticalEngine) -> None:
        [words] = await engine.trace_words([text], EN_FI)
        assert {each.word: [text[slice(*position)] for position in each.sources] for each in words}["joki"] == ["river"]

        await engine._workers.close()
        (model / "lm").write_bytes(b"")
        assert await engine.trace_words([text, text], EN_FI) == [[], []]

    with_engine(tmp_path, work)


@pytest.mark.slow
def test_a_model_may_be_deleted_while_it_traces(trained_model: Path, tmp_path: Path) -> None:
    placed(trained_model, tmp_path, "one")

    async def work(engine: StatisticalEngine) -> None:
        tracing = asyncio.create_task(engine.trace_words(["The green river waits."] * 20, EN_FI))
        await asyncio.sleep(0)
        await engine.delete("one")

        assert await tracing == [[]] * 20

    with_engine(tmp_path, work)


def test_a_deleted_model_translates_no_more_and_says_so(trained_model: Path, tmp_path: Path) -> None:
    placed(trained_model, tmp_path, "one")

    async def work(engine: StatisticalEngine) -> None:
        await engine.delete("one")
        with pytest.raises(EngineFailed, match="from en to fi was removed"):
            await engine.translate("The green river waits.", EN_FI)
        assert await engine.trace_words(["The green river waits."], EN_FI) == [[]]

    with_engine(tmp_path, work)


@pytest.mark.slow
def test_the_newer_of_two_models_serves_and_the_older_one_takes_over(trained_model: Path, tmp_path: Path) -> None:
    placed(trained_model, tmp_path, "newer", trained="2026-05-01T00:00:00Z")
    placed(trained_model, tmp_path, "older")

    async def work(engine: StatisticalEngine) -> None:
        assert engine.name_for(EN_FI) == "Trained engine newer"

        assert await engine.delete("newer")
        assert engine.name_for(EN_FI) == "Trained engine older"
        assert not (tmp_path / "newer").exists()

    with_engine(tmp_path, work)


@pytest.mark.slow
def test_a_damaged_model_serves_nothing_and_can_be_deleted(trained_model: Path, tmp_path: Path) -> None:
    (placed(trained_model, tmp_path, "empty") / "lm").write_bytes(b"")
    (placed(trained_model, tmp_path, "undescribed") / DESCRIPTION).write_text("{")

    async def work(engine: StatisticalEngine) -> None:
        states = {each.name: each.state for each in engine.describe()}

        assert engine.pairs() == frozenset()
        assert set(states) == {"Trained engine empty", "Trained engine undescribed"}
        assert "ready" not in states.values()
        assert await engine.delete("empty")
        assert [each.name for each in engine.describe()] == ["Trained engine undescribed"]

    with_engine(tmp_path, work)


def test_only_what_is_a_model_is_found_or_deleted(tmp_path: Path) -> None:
    models = tmp_path / "models"
    for name in (".training-1", "pictures"):
        (models / name).mkdir(parents=True)
    (models / ".training-1" / DESCRIPTION).write_text("{")
    (tmp_path / DESCRIPTION).write_text("{")

    async def work(engine: StatisticalEngine) -> None:
        assert engine.describe() == []
        for name in ("..", ".", "", "pictures", ".training-1", "../models"):
            assert not await engine.delete(name)

    with_engine(models, work)
    with_engine(tmp_path / "none", work)
    assert sorted(each.name for each in models.iterdir()) == [".training-1", "pictures"]
