"""Model folders: their languages, and why some cannot be used. No model is loaded."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from termdesk.domain.language.language import LanguagePair
from termdesk.messages.engine_messages import message_record
from termdesk.service.engines.neural import model_folders
from termdesk.service.engines.neural.model_folders import Model, Unusable, models_in


def test_what_a_folder_lacks_is_named(tmp_path: Path) -> None:
    for name in ("no-vocabulary", "nameless"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "model.bin").write_bytes(b"")
    (tmp_path / "nameless" / "source.spm").write_bytes(b"")
    (tmp_path / "bad.argosmodel").write_bytes(b"no archive")
    (tmp_path / "other things").mkdir()
    with zipfile.ZipFile(tmp_path / "flat.argosmodel", "w") as package:
        package.writestr("model.bin", "")

    faults = {each.name: each.failure for each in models_in(tmp_path) if isinstance(each, Unusable)}

    assert faults.keys() == {"no-vocabulary", "nameless", "bad.argosmodel", "flat.argosmodel"}
    assert "sentencepiece.model" in faults["no-vocabulary"]
    assert "name the folder like en-de" in faults["nameless"]
    assert faults["flat.argosmodel"] == "The package does not contain exactly one folder."
    assert all(map(message_record, faults.values())), "a window can translate each reason"


def test_an_archive_that_leads_out_of_its_folder_stays_inside(tmp_path: Path) -> None:
    models = tmp_path / "models"
    models.mkdir()
    with zipfile.ZipFile(models / "evil.argosmodel", "w") as package:
        package.writestr("../../outside.txt", "x")
        package.writestr("one/metadata.json", json.dumps({"from_code": "en", "to_code": "de"}))

    list(models_in(models))

    assert not (tmp_path / "outside.txt").exists()
    assert not (tmp_path.parent / "outside.txt").exists()


@pytest.mark.parametrize(
    ("files", "pair"),
    [
        (("model.enes.intgemm.alphas.bin",), ("en", "es")),
        (("model.bin", "source.spm"), ("fr", "pt-BR")),
    ],
)
def test_languages_are_read_from_names(tmp_path: Path, files: tuple[str, ...], pair: tuple[str, str]) -> None:
    folder = tmp_path / "opus fr-pt-br"
    folder.mkdir()
    for name in files:
        (folder / name).write_bytes(b"")

    [model] = models_in(tmp_path)

    assert isinstance(model, Model)
    assert model.pair == LanguagePair(*pair)


def argos(folder: Path, name: str, description: str) -> None:
    """Write a package with one model."""
    with zipfile.ZipFile(folder / name, "w") as package:
        package.writestr("translate-1/metadata.json", description)
        package.writestr("translate-1/model/model.bin", "")
        package.writestr("translate-1/sentencepiece.model", "")


def test_a_package_is_unpacked_once_and_known_by_its_description(tmp_path: Path) -> None:
    argos(tmp_path, "mine.argosmodel", '{"from_code": "EN", "to_code": "pt-br", "package_version": "1.9"}')

    [model] = models_in(tmp_path)
    (tmp_path / "mine" / "note").write_text("kept")
    [again] = models_in(tmp_path)

    assert model == again == Model("mine", "ctranslate2", LanguagePair("en", "pt-BR"), tmp_path / "mine", "1.9")
    assert sorted(each.name for each in (tmp_path / "mine").iterdir()) == [
        "metadata.json",
        "model",
        "note",
        "sentencepiece.model",
    ]
    assert sorted(each.name for each in tmp_path.iterdir()) == ["mine", "mine.argosmodel"]


def test_a_description_that_is_none_is_told(tmp_path: Path) -> None:
    argos(tmp_path, "en-de.argosmodel", '{"from_code": "en"}')

    [found] = models_in(tmp_path)

    assert isinstance(found, Unusable)
    assert "metadata.json" in found.failure
    assert message_record(found.failure)


def test_a_package_that_is_larger_than_any_model_is_not_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    argos(tmp_path, "en-de.argosmodel", " " * 100)
    monkeypatch.setattr(model_folders, "MAX_UNPACKED", 99)

    [found] = models_in(tmp_path)

    assert isinstance(found, Unusable)
    assert found.failure == "The package is larger than any model when it is unpacked."
    assert [each.name for each in tmp_path.iterdir()] == ["en-de.argosmodel"]


def test_a_package_with_a_broken_file_name_is_told_in_words(tmp_path: Path) -> None:
    package = tmp_path / "en-de.argosmodel"
    with zipfile.ZipFile(package, "w") as archive:
        archive.writestr("ä", "")
    package.write_bytes(package.read_bytes().replace("ä".encode(), b"\xff\xff"))

    [found] = models_in(tmp_path)

    assert isinstance(found, Unusable)
    assert "can't decode byte" in found.failure
    assert message_record(found.failure)


def test_a_package_with_damaged_data_is_named(tmp_path: Path) -> None:
    package = tmp_path / "en-de.argosmodel"
    with zipfile.ZipFile(package, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("model.bin", b"weights " * 100)
    content = bytearray(package.read_bytes())
    start = 30 + len("model.bin")
    content[start : start + 8] = b"\xff" * 8
    package.write_bytes(content)

    [found] = [each for each in models_in(tmp_path) if each.name == package.name]

    assert isinstance(found, Unusable)
    assert message_record(found.failure)


def test_a_folder_that_is_not_there_has_no_models(tmp_path: Path) -> None:
    assert list(models_in(tmp_path / "none")) == []
