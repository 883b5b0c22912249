"""Local engines: models are copied completely or not at all, and only known data is sent for training."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from termdesk.application.session import local_engines
from termdesk.application.session.local_engines import LocalEngines, Training
from termdesk.application.session.session import Session
from termdesk.domain.errors import InvalidInput, Stopped, StorageFailed, UnreadableFile
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress, Progress
from termdesk.messages.engine_messages import EngineFact, message_record
from termdesk.messages.message import Message

pytestmark = pytest.mark.anyio

EN_DE = LanguagePair("en", "de")


@pytest.fixture
def engines(tmp_path: Path, new_session: Callable[[Path], Session]) -> LocalEngines:
    """Local engines without a running service."""
    return LocalEngines(new_session(tmp_path / "session"))


async def test_what_runs_is_listed_and_looking_again_finds_the_same(local_session: Session) -> None:
    engines = LocalEngines(local_session)

    found = await engines.read()

    assert engines.is_local
    assert {each.name for each in found} == {each.name for each in await engines.look_again()}
    assert all(each.serves and each.state and each.resident_bytes >= 0 for each in found)
    # So the window can translate them.
    assert all(isinstance(text, Message) for each in found for text in (each.serves, each.state))
    assert await engines.read_trained_engines() == []


class Steps:
    """Records how many bytes were copied, and cancels where the test wants it."""

    def __init__(self, stops_at: int | None = None) -> None:
        self.seen: list[tuple[int, int | None]] = []
        self._stops_at = stops_at

    def step(self, done: int, total: int | None = None) -> None:
        self.seen.append((done, total))
        if done == self._stops_at:
            raise Stopped


def add(engines: LocalEngines, path: Path, progress: Progress = NoProgress()) -> None:
    """Copy a model, as a worker does; no service is running to load it."""
    local_engines._copy(progress, path, engines.folder)


def model_folder(position: Path) -> Path:
    folder = position / "en-de"
    (folder / "vocabulary").mkdir(parents=True)
    (folder / "model.bin").write_bytes(b"m" * 300)
    (folder / "vocabulary" / "words.txt").write_bytes(b"w" * 100)
    return folder


def test_a_model_is_copied_whole_with_its_folders(engines: LocalEngines, tmp_path: Path) -> None:
    steps = Steps()

    add(engines, model_folder(tmp_path), steps)

    copy = engines.folder / "en-de"
    assert (copy / "vocabulary" / "words.txt").read_bytes() == b"w" * 100
    assert steps.seen[-1] == (400, 400)
    assert [each.name for each in engines.folder.iterdir()] == ["en-de"]


def test_a_package_is_one_file(engines: LocalEngines, tmp_path: Path) -> None:
    package = tmp_path / "translate-en_de.argosmodel"
    package.write_bytes(b"PK")

    add(engines, package)

    assert (engines.folder / package.name).read_bytes() == b"PK"


def test_copying_that_is_stopped_or_fails_leaves_nothing(engines: LocalEngines, tmp_path: Path) -> None:
    with pytest.raises(Stopped):
        add(engines, model_folder(tmp_path), Steps(stops_at=300))
    assert list(engines.folder.iterdir()) == []

    engines.folder.rmdir()
    engines.folder.parent.mkdir(parents=True, exist_ok=True)
    engines.folder.write_text("a file in the place of the folder")
    with pytest.raises(StorageFailed):
        add(engines, tmp_path / "en-de")


async def test_a_folder_for_models_that_cannot_be_made_is_told(engines: LocalEngines) -> None:
    folder = await engines.make_folder()
    assert await engines.make_folder() == folder
    folder.rmdir()
    folder.write_bytes(b"")

    with pytest.raises(StorageFailed) as reported:
        await engines.make_folder()
    assert str(folder) in reported.value.path


def test_what_is_no_model_or_is_there_already_is_refused(engines: LocalEngines, tmp_path: Path) -> None:
    letter = tmp_path / "letter.pdf"
    letter.write_text("no model")
    with pytest.raises(InvalidInput, match=r"letter\.pdf"):
        add(engines, letter)

    folder = model_folder(tmp_path)
    add(engines, folder)
    (folder / "model.bin").write_bytes(b"another")
    with pytest.raises(InvalidInput, match="en-de"):
        add(engines, folder)

    assert (engines.folder / "en-de" / "model.bin").read_bytes() == b"m" * 300


@pytest.mark.parametrize(
    ("name", "size", "error"),
    [("corpus.docx", 1, InvalidInput), ("large.tmx", 11, InvalidInput), ("missing.tsv", None, UnreadableFile)],
)
async def test_data_that_cannot_train_is_refused_before_a_service_is_asked(
    engines: LocalEngines,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    size: int | None,
    error: type[Exception],
) -> None:
    monkeypatch.setattr(local_engines, "LARGEST_CORPUS", 10)
    if size is not None:
        (tmp_path / name).write_bytes(b"x" * size)

    with pytest.raises(error, match=name.split(".")[0]):
        await engines.train(tmp_path / name, pair=EN_DE, name="Ours")


async def test_a_training_that_has_too_little_ends_in_words(local_session: Session, tmp_path: Path) -> None:
    engines = LocalEngines(local_session)
    (tmp_path / "few.tsv").write_text("tree\tBaum\nhouse\tHaus\n")

    await engines.train(tmp_path / "few.tsv", pair=EN_DE, name="Few")
    [training] = await engines.trainings()
    assert (training.name, training.pair) == ("Few", EN_DE)
    await engines.cancel(training.training_id)


@pytest.mark.parametrize(("state", "is_over"), [("queued", False), ("running", False), ("done", True), ("", True)])
def test_a_training_is_over_unless_it_waits_or_runs(state: str, is_over: bool) -> None:
    assert Training("t", "Ours", EN_DE, state, "", None, 0, {}, "").is_over is is_over


@pytest.mark.parametrize(
    ("reported", "share"),
    [
        ({"done": 3, "total": 12}, 0.25),
        ({"done": 0, "total": 1}, None),
        ({"done": "x", "total": None}, None),
        ({}, None),
    ],
)
def test_what_a_service_tells_of_a_training_may_lack_anything(reported: dict[str, object], share: float | None) -> None:
    training = local_engines._training({**reported, "left_out": "not a table"})

    assert (training.share, training.segments, training.left_out) == (share, 0, {})


def test_why_a_training_failed_is_a_message_if_the_service_sends_one() -> None:
    reason, remedy = EngineFact.BROKEN_TMX(reason="no end"), EngineFact.GIVE_TMX_OR_TSV()
    english = {"message": f"{reason} {remedy}"}

    both = local_engines._training({**english, "messages": [message_record(reason), message_record(remedy)]})
    alone = local_engines._training({"message": "x", "messages": [message_record(EngineFact.TRAINING_ENDED())]})
    older, newer = local_engines._training(english), local_engines._training({**english, "messages": [{"kind": "NEW"}]})

    assert [type(each) for each in (both.message, both.remedy, alone.message)] == [Message] * 3
    assert (both.message, both.remedy, alone.remedy) == (reason, remedy, "")
    assert (older.message, newer.message) == (english["message"], english["message"])
