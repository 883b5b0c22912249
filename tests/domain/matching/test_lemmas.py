"""Base forms are loaded when they are needed, and released when they are not."""

from __future__ import annotations

import gc
import time
import weakref

import pytest
import simplemma

from support.campaign import long_only
from support.engines.word_lists import stored_lemmatizers
from termdesk.domain.matching import lemmas
from termdesk.domain.matching.lemmas import Lemmatizers
from termdesk.domain.matching.packed_base_forms import pack_base_forms
from termdesk.domain.matching.terms import TermIndex

_LEMMATIZERS = stored_lemmatizers(1)
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


# The lists of Finnish and Turkish are the largest. The steps for Finnish words are also those for Latvian ones.
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "preconditionments Breakerism rationalized blackboxes London's e-mailing LONDON don't xylitions"),
        ("de", "Kraftstoffpumpenrelais vorgewärmtes Schaltbarkeiten abzuschalten datenbankgestützter Not-Schalter"),
        ("it", "configurarlo Backuppa dell'utente mandarglielo spegnerlo"),
        pytest.param("fi", "pumppuhuoneessamme kahviautomaateissa Helsinkiläisittäin", marks=long_only),
        ("lv", "neizsniedzamajiem pārstrādājamības Jūrmalnieciskajos"),
        ("id", "memperbarukannya Mengunduhkan bukunyax"),
        ("uk", "перепідключений об\u02bcєднаннями під'їздами"),
        pytest.param("tr", "İstanbul'dakiler bilgisayarlarımızdan", marks=long_only),
        ("ar", "وبالمضخات والكتابها"),
    ],
)
def test_words_that_no_list_has_are_worked_out_as_the_library_does_it(language: str, words: str) -> None:
    lemma = Lemmatizers().of(language)
    assert lemma is not None

    for word in words.split():
        # The library leaves the capitals of words that it does not know.
        assert lemma(word).lower() == simplemma.lemmatize(word, lang=language).lower()


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


class _Lists(dict[tuple[str, str], bytes]):
    """A store in memory."""

    def load(self, code: str, version: str) -> bytes | None:
        return self.get((code, version))

    def save(self, code: str, version: str, content: bytes) -> None:
        self[code, version] = content


@pytest.mark.slow
def test_a_list_is_stored_after_its_first_use_and_loaded_from_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lemmas, "SECONDS_TO_STORING", 0)
    store = _Lists()

    unpacked = Lemmatizers(store=store).of("id")
    assert unpacked is not None
    assert unpacked("bukunya") == "buku"
    while not store:
        time.sleep(0.01)  # the deadline of the test guards this loop
    [key] = store

    words = ["bukunya", "Rumahnya", "berjalan", "x", "API", "tidak-ada", "backplane"]
    loaded = Lemmatizers(store=store).of("id")
    assert loaded is not None
    assert [loaded(word) for word in words] == [unpacked(word) for word in words]
    # It is the stored list that is used.
    store[key] = pack_base_forms({"bukunya": "other"})
    other = Lemmatizers(store=store).of("id")
    assert other is not None
    assert other("bukunya") == "other"


def test_a_list_that_was_damaged_in_the_store_is_unpacked() -> None:
    lemma = Lemmatizers(store=_Lists({("id", simplemma.__version__): b"damaged"})).of("id")

    assert lemma is not None
    assert lemma("bukunya") == "buku"


def test_a_list_that_was_released_is_loaded_again_for_those_who_outlive_it() -> None:
    lemmatizers = Lemmatizers()
    lemma = lemmatizers.lasting_lemmatizer("en")
    assert lemma is not None
    assert lemma("breakers") == "breaker"
    released = weakref.ref(lemmatizers.of("en"))  # type: ignore[arg-type]

    lemmatizers.drop_idle(0)
    gc.collect()

    assert released() is None
    assert lemma("houses") == "house"
    assert lemmatizers.lasting_lemmatizer("ja") is None


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
    index = TermIndex.of([(term, "x")], language="ko", lemmatize=Lemmatizers().lasting_lemmatizer("ko"))

    assert [text[hit.start : hit.end] for hit in index.find(text)] == written


@pytest.mark.slow(keep=1)
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
        ("es", "ratón", "Los ratones, que no abandones", ["ratones"]),
        ("es", "abandonar", "que no abandones", ["abandones"]),
        ("pt", "controle", "Os controles", ["controles"]),
        ("nl", "aanpassen", "De instellingen zijn aangepast", ["aangepast"]),
    ],
)
def test_plurals_that_the_lists_do_not_have_are_found(language: str, term: str, text: str, written: list[str]) -> None:
    index = TermIndex.of([(term, "x")], language=language, lemmatize=_LEMMATIZERS.lasting_lemmatizer(language))

    assert [text[hit.start : hit.end] for hit in index.find(text)] == written
