"""Base forms are loaded when they are needed, and released when they are not."""

from __future__ import annotations

import gc
import time
import weakref
from pathlib import Path

import pytest
import simplemma

from termdesk.domain.matching import lemmas
from termdesk.domain.matching.base_form_file import write_base_forms
from termdesk.domain.matching.lemmas import Lemmatizers
from termdesk.domain.matching.terms import TermIndex

_LEMMATIZERS = Lemmatizers(most_languages=1)
WORDS = ["breakers", "houses", "went", "Leases", "API", "is", "backplane"]


def test_base_forms_are_the_same_with_much_and_with_little_memory() -> None:
    fast, small = Lemmatizers().of("en"), Lemmatizers(low_memory=True).of("en-GB")

    assert fast is not None
    assert small is not None
    assert [fast(word) for word in WORDS] == [small(word) for word in WORDS]
    assert [fast(word) for word in ("breakers", "houses", "is")] == ["breaker", "house", "is"]


@pytest.mark.parametrize("language", ["ja", "th", "zh", "x"])
def test_a_language_that_nobody_knows_has_no_base_forms(language: str) -> None:
    assert Lemmatizers().of(language) is None


def test_lists_of_languages_that_are_not_in_use_are_given_back() -> None:
    now = 0.0
    lemmatizers = Lemmatizers(most_languages=2, clock=lambda: now)
    known = {code: weakref.ref(lemmatizers.of(code)) for code in ("en", "de", "fr")}  # type: ignore[arg-type]
    gc.collect()
    assert [code for code, each in known.items() if each()] == ["de", "fr"]

    now = 60.0
    lemmatizers.of("fr")
    now = 100.0
    lemmatizers.drop_idle(60.0)
    gc.collect()
    assert [code for code, each in known.items() if each()] == ["fr"]


def test_a_list_is_written_to_a_file_after_its_first_use_and_read_from_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lemmas, "SECONDS_TO_WRITING", 0)
    (tmp_path / "id-0.forms").touch()

    unpacked = Lemmatizers(folder=lambda: tmp_path).of("id")
    assert unpacked is not None
    assert unpacked("bukunya") == "buku"
    while not list(tmp_path.glob("id-[1-9]*.forms")) or (tmp_path / "id-0.forms").exists():
        time.sleep(0.01)  # the deadline of the test guards this loop
    [path] = tmp_path.iterdir()

    words = ["bukunya", "Rumahnya", "berjalan", "x", "API", "tidak-ada", "backplane"]
    read = Lemmatizers(folder=lambda: tmp_path).of("id")
    assert read is not None
    assert [read(word) for word in words] == [unpacked(word) for word in words]
    # It is the file that is read.
    write_base_forms(path, {"bukunya": "other"})
    other = Lemmatizers(folder=lambda: tmp_path).of("id")
    assert other is not None
    assert other("bukunya") == "other"


@pytest.mark.parametrize("content", [None, b"damaged"], ids=["a folder that cannot be made", "a damaged file"])
def test_without_a_file_that_can_be_read_the_list_is_unpacked(tmp_path: Path, content: bytes | None) -> None:
    folder = tmp_path / "lists"
    if content is None:
        folder.touch()
    else:
        folder.mkdir()
        (folder / f"id-{simplemma.__version__}.forms").write_bytes(content)

    lemma = Lemmatizers(folder=lambda: folder).of("id")

    assert lemma is not None
    assert lemma("bukunya") == "buku"


def test_a_list_that_was_released_is_loaded_again_for_those_who_outlive_it() -> None:
    lemmatizers = Lemmatizers()
    lemma = lemmatizers.lasting("en")
    assert lemma is not None
    assert lemma("breakers") == "breaker"
    released = weakref.ref(lemmatizers.of("en"))  # type: ignore[arg-type]

    lemmatizers.drop_idle(0)
    gc.collect()

    assert released() is None
    assert lemma("houses") == "house"
    assert lemmatizers.lasting("ja") is None


@pytest.mark.parametrize(
    ("term", "text", "written"),
    [
        ("용어집", "용어집을 보세요. 이 용어집에서는", ["용어집을", "용어집에서는"]),
        ("사용자 이름", "사용자 이름은", ["사용자 이름은"]),
        ("사용자", "사용자들이", ["사용자들이"]),
        ("고양이", "고양이를", ["고양이를"]),
        ("API", "API를", ["API를"]),
        ("회의", "회의에서 회사", ["회의에서"]),
        ("물", "동물을", []),
    ],
)
def test_korean_terms_are_found_with_their_particles(term: str, text: str, written: list[str]) -> None:
    index = TermIndex.of([(term, "x")], language="ko", lemmatize=Lemmatizers().lasting("ko"))

    assert [text[hit.start : hit.end] for hit in index.find(text)] == written


@pytest.mark.parametrize(
    ("language", "term", "text", "written"),
    [
        ("en", "API", "The APIs of two PDFs and this API's", ["APIs", "API"]),
        ("en", "MP3 file", "some MP3s file, MP3 files", ["MP3s file", "MP3 files"]),
        ("en", "ID", "Two IDs, no Ids and no ids", ["IDs"]),
        ("en", "gas", "gases, GAS", ["gases", "GAS"]),
        ("fr", "PDF", "Les PDFs", ["PDFs"]),
        ("fr", "vanne", "Les vannes, une Vanne", ["vannes", "Vanne"]),
        ("fr", "vanne d'arrêt", "Les vannes d’arrêt", ["vannes d’arrêt"]),
        ("fr", "câble adapté", "Deux câbles adaptés", ["câbles adaptés"]),
        ("fr", "vanner", "Vanner, vanné", ["Vanner", "vanné"]),
        ("es", "sonda", "Las sondas", ["sondas"]),
        ("pt", "controle", "Os controles", ["controles"]),
    ],
)
def test_plurals_that_the_lists_do_not_have_are_found(language: str, term: str, text: str, written: list[str]) -> None:
    index = TermIndex.of([(term, "x")], language=language, lemmatize=_LEMMATIZERS.lasting(language))

    assert [text[hit.start : hit.end] for hit in index.find(text)] == written
