"""Words that look like forms of a term, but are another part of speech."""

from __future__ import annotations

import pytest

from support.engines.word_lists import stored_lemmatizers
from termdesk.domain.matching.terms import TermHit
from termdesk.domain.matching.uses import TermState, check_use
from termdesk.domain.matching.word_classes import forms_of_participle, is_same_class

LEMMATIZERS = stored_lemmatizers(5)


def state_of(language: str, target: str, translation: str) -> TermState:
    [use] = check_use([TermHit(0, 1, "x", target)], translation, language=language, lemmatize=LEMMATIZERS.of(language))
    return use.state


@pytest.mark.parametrize(
    ("language", "target", "translation"),
    [
        ("es", "Registro", "Debe registrar la bomba."),
        ("es", "Registro", "La bomba se registra."),
        ("es", "Autenticación", "No se pudo autenticarse."),
        ("es", "Bloquear", "Quitar el bloqueo"),
        ("es", "Configuración", "Pulse para configurar el equipo."),
        ("es", "Lista", "Listado de equipos"),
        ("fr", "Affichage", "Afficher les options"),
        ("fr", "Sélection", "Sélectionner la ligne"),
        ("fr", "Tableau", "La table est grande."),
        ("fr", "Partage", "La bibliothèque partagée"),
        ("it", "Controllo", "Il sistema controlla la pompa."),
        ("it", "Stampa", "Non è possibile stampare il testo."),
        ("pt", "predefinição", "O valor predefinido"),
        ("pt", "Registo", "Deve registar a bomba."),
        ("de", "Markierung", "Der Text wird markiert."),
        ("de", "Sortierung", "Die Zeilen sortieren"),
        ("de", "Verbinden", "Die Verbindung steht."),
        ("de", "Sperre", "Das Ventil ist gesperrt."),
    ],
)
def test_a_verb_for_a_noun_is_not_decided(language: str, target: str, translation: str) -> None:
    assert state_of(language, target, translation) is TermState.UNDECIDABLE


@pytest.mark.parametrize(
    ("language", "target", "translation"),
    [
        ("es", "Registro", "Los registros"),
        ("es", "Carácter", "Dos caracteres"),
        ("es", "nuevo", "Las nuevas bombas"),
        ("es", "contiene", "Las cajas contienen aire."),
        ("es", "Permitir", "Las opciones permiten el acceso."),
        ("es", "Permitir", "No está permitido."),
        ("es", "Procesando", "Al procesar la pieza"),
        ("fr", "fichier", "Les fichiers"),
        ("fr", "Sélectionner", "Sélectionnez la ligne."),
        ("fr", "relatif", "La valeur relative"),
        ("fr", "contient", "Il doit contenir de l'air."),
        ("it", "oggetto", "Gli oggetti"),
        ("it", "crea", "Impossibile creare il tubo."),
        ("it", "filtro", "I filtri sono nuovi."),
        ("pt", "opção", "As opções"),
        ("pt", "Remover", "A bomba é removida."),
        ("pt", "vazio", "As caixas vazias"),
        ("de", "Markierung", "Die Markierungen"),
        ("de", "Pfad", "Die Pfade"),
        ("de", "Neu", "Die neuen Pumpen"),
        ("de", "Entfernen", "Die Pumpe wird entfernt."),
    ],
)
def test_forms_of_the_same_word_are_used(language: str, target: str, translation: str) -> None:
    assert state_of(language, target, translation) is TermState.INFLECTED


def test_the_noun_that_stands_beside_the_verb_is_found() -> None:
    assert state_of("es", "Registro", "Debe registrar el registro.") is TermState.USED
    assert state_of("es", "Registro", "Registrar los registros") is TermState.INFLECTED


def test_words_of_languages_without_such_endings_stay_forms() -> None:
    bases = {each: each for each in ("pump", "pumping", "registro", "registrar")}

    assert is_same_class("pump", "pumping", "en", bases, bases)
    assert not is_same_class("registro", "registrar", "es-419", bases, bases)


@pytest.mark.parametrize(
    ("language", "word", "base", "forms", "others"),
    [
        ("es", "estado", "estar", "estado estados", "está estar"),
        ("es-MX", "averiado", "averiar", "averiada averiados", "avería averiar"),
        ("it", "stato", "essere", "stato stati", "essere era"),
        ("fr", "reçu", "recevoir", "reçus reçue", "recevoir recevez"),
        ("pt", "dado", "dar", "dados", "dá dar"),
    ],
)
def test_forms_of_a_participle_are_participles(language: str, word: str, base: str, forms: str, others: str) -> None:
    pattern = forms_of_participle(word, base, language)

    assert pattern is not None
    assert all(map(pattern.fullmatch, forms.split()))
    assert not any(map(pattern.fullmatch, others.split()))


@pytest.mark.parametrize(
    ("language", "word", "base"),
    [
        ("es", "bomba", "bomba"),
        ("es", "bombas", "bomba"),
        ("es", "abre", "abrir"),
        ("fr", "contient", "contenir"),
        ("en", "closed", "close"),
    ],
)
def test_other_words_may_have_any_form(language: str, word: str, base: str) -> None:
    assert forms_of_participle(word, base, language) is None
