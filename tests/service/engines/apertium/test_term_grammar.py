"""Terms in the grammar of the target language, with the installed pairs."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.matching.terms import TermIndex
from termdesk.service.engines.apertium.apertium_engine import ApertiumEngine
from termdesk.service.engines.apertium.modes import MODES
from termdesk.service.engines.apertium.term_grammar import PhraseAnalyzer, grammar_of
from termdesk.service.engines.lemmas import lemmatizer
from termdesk.service.engines.translation import TranslationEngines
from termdesk.service.memory import ConfirmedMemory

pytestmark = pytest.mark.skipif(not (MODES / "eng-spa.mode").exists(), reason="Apertium is not installed here")

EN_ES = [
    ("house", "vivienda"),
    ("cat", "felino"),
    ("pump", "grupo de bombeo"),
    ("housing", "carcasa"),
    ("unpaid", "impagado"),
    ("invoice", "factura"),
    ("publish", "publicar"),
    ("log in", "iniciar sesión"),
    ("claims", "reclamaciones"),
    ("water", "agua"),
]
ES_PT = [("casa", "domicílio"), ("contrato", "convenção")]
CASES = [
    ("en", "es", EN_ES, "Houses are big.", "Las viviendas son grandes."),
    ("en", "es", EN_ES, "The old cats are in the house.", "Los felinos viejos son en la vivienda."),
    ("en", "es", EN_ES, "The pumps were repaired.", "Los grupos de bombeo estuvieron reparados."),
    ("en", "es", EN_ES, "The housing of the pump is broken.", "La carcasa del grupo de bombeo está rota."),
    ("en", "es", EN_ES, "The unpaid invoices are red.", "Las facturas impagadas son rojas."),
    ("en", "es", EN_ES, "They published the invoice.", "Publicaron la factura."),
    ("en", "es", EN_ES, "He logs in every day.", "Inicia sesión todos los días."),
    ("en", "es", EN_ES, "Each claim was approved.", "Cada reclamación estuvo aprobada."),
    ("en", "es", EN_ES, "houses", "viviendas"),
    ("es", "en", [("vivienda", "invoice")], "Es una vivienda vieja.", "It is an old invoice."),
    ("es", "it", [("bomba", "pompa"), ("vivienda", "abitazione")], "La bomba vieja de la vivienda.",
     "La pompa vecchia dell'abitazione."),
    ("es", "pt", [("disyuntor", "interruptor de emergência")], "Los disyuntores son nuevos.",
     "Os interruptores de emergência são novos."),
    ("es", "pt", ES_PT, "Las casas blancas están abiertas.", "Os domicílios brancos estão abertos."),
    ("es", "pt", ES_PT, "La primera casa es muy cómoda y tranquila.",
     "O primeiro domicílio é muito cómodo e tranquilo."),
    ("es", "pt", ES_PT, "La casa de mi madre es blanca.", "O domicílio de minha mãe é branco."),
    ("es", "pt", ES_PT, "La casa nueva fue vendida.", "O domicílio novo foi vendido."),
    ("es", "pt", ES_PT, "Esta casa es mía.", "Este domicílio é meu."),
    ("es", "pt", ES_PT, "El contrato había sido firmado.", "A convenção tinha sido assinada."),
    ("es", "pt", ES_PT, "El contrato ha vencido.", "A convenção tem vencido."),
    ("es", "fr", [("coche", "voiture")], "Los coches son viejos.", "Les voitures sont vieilles."),
    ("es", "fr", [("casa", "logement")], "La puerta de la casa está rota.", "La porte du logement est cassée."),
    ("pt", "es", [("casa", "domicilio")], "A casa pequena é cara e está aberta.",
     "El domicilio pequeño es caro y está abierto."),
    ("es", "it", [("coche", "macchina")], "Los coches rojos son viejos y nuevos.",
     "Le macchine rosse sono vecchie e nuove."),
    ("es", "pt", ES_PT, "La vecina de la casa está cansada.", "A vizinha do domicílio está cansada."),
    ("es", "pt", ES_PT, "La puerta nueva de la casa blanca está cerrada y rota.",
     "A porta nova do domicílio branco está fechada e rompida."),
    ("es", "pt", [*ES_PT, ("puerta", "portão")], "La puerta de la casa está cerrada.",
     "O portão do domicílio está fechado."),
    ("es", "pt", [*ES_PT, ("puerta", "entrada")], "La puerta de la casa está cerrada.",
     "A entrada do domicílio está fechada."),
    ("es", "pt", ES_PT, "Ana vio la casa y está cansada.", "Ana viu o domicílio e está cansada."),
    ("es", "pt", ES_PT, "La casa es una ruina cara.", "O domicílio é uma ruína cara."),
    ("en", "fr", [("house", "logement")], "Houses are big.", "Les logements sont grands."),
    ("fr", "es", [("arrêt d'urgence", "parada de emergencia")], "L'arrêt d'urgence est nouveau.",
     "La parada de emergencia es nueva."),
    ("en", "es", [("email", "email")], "Emails are sent every day.", "Los emails están enviados todos los días."),
    ("en", "es", [("iPhone", "iPhone")], "The old iPhones were sold.", "Los iPhones viejos estuvieron vendidos."),
    ("en", "es", [("Termdesk", "Termdesk")], "Termdesk is good.", "Termdesk es bien."),
    ("en", "fr", [("patient", "patient")], "The patient's house is big.", "La maison du patient est grande."),
    ("es", "fr", [("disponible", "disponible")], "Las impresoras nuevas están disponibles.",
     "Les imprimantes nouvelles sont disponibles."),
    ("es", "en", [("dosis", "dose")], "Los pacientes toman dos dosis.", "The patients take two doses."),
    ("en", "es", [("aircraft", "aeronave")], "Two aircraft.", "Dos aeronaves."),
    ("it", "fr", [("città", "ville")], "Le città sono vecchie.", "Les villes sont vieilles."),
    ("it", "es", [("file", "archivo")], "I file sono nuovi.", "Los archivos son nuevos."),
    ("fr", "es", [("tension artérielle", "presión arterial"), ("patient", "paciente")],
     "La tension artérielle des patients.", "La presión arterial de los pacientes."),
    ("en", "fr", [("employee", "salarié"), ("sign", "signer")], "The employees signed the contract.",
     "Les salariés ont signé le contrat."),
    ("en", "it", [("delete", "eliminare"), ("file", "file")], "Delete the files.", "Eliminare i file."),
    ("en", "es", [("wireless", "sin cable")], "The wireless printers are new.", "Las impresoras sin cable son nuevas."),
    ("en", "es", EN_ES, "Do not open the HOUSE.", "No abre la VIVIENDA."),
    ("en", "fr", [("emergency stop", "arrêt d'urgence")], "Press the EMERGENCY STOPS.",
     "Il pressure les ARRÊTS D'URGENCE."),
    ("es", "pt", [("válvula", "válvula")], "Las válvulas están abiertas.", "As válvulas estão abertas."),
    ("en", "es", [("tag", "#etiqueta")], "The tag ♯ is new.", "La #etiqueta ♯ es nueva."),
    ("en", "fr", [("tag", "~balise"), ("house", "*maison")], "The tag of the house.", "La ~balise de la *maison."),
    ("en", "es", [("user", "@usuario")], "The user is new.", "El @usuario es nuevo."),
    ("en", "es", [("value of", "valor de")], "The value of the field is zero.", "El valor del campo es cero."),
    ("en", "fr", [("value of", "valeur de")], "The values of the fields are zero.",
     "Les valeurs des champs sont zéro."),
    ("en", "fr", [("the first", "le premier")], "A copy of the first is here.", "Une copie du premier est ici."),
    ("en", "es", [("default", "por defecto")], "The default printer is new.", "La impresora por defecto es nueva."),
    ("en", "fr", [("faulty", "défectueux")], "The faulty valves were replaced.",
     "Les soupapes défectueuses ont été remplacées."),
    ("en", "fr", [("installed", "installé")], "Installed machines are listed.",
     "Les machines installées sont listées."),
    ("en", "es", [("user", "persona usuaria")], "The users are listed.", "Las personas usuarias están listadas."),
    ("en", "fr", [("unpaid invoice", "facture impayée")], "Unpaid invoices are here.",
     "Les factures impayées sont ici."),
    ("en", "es", [("option", "opción")], "Options A, B and C", "Opciones A, B y C"),
    ("en", "es", [("spacer", "separador de 5 mm")], "THE SPACER IS NEW.", "EL SEPARADOR DE 5 mm ES NUEVO."),
    ("en", "fr", [("water", "eau")], "There is water.", "Il y a de l'eau."),
    ("es", "fr", [("agua", "eau")], "No hay agua.", "Il n'y a pas d'eau."),
    ("es", "fr", [("agua", "eau")], "Beber agua.", "Boire de l'eau."),
    ("es", "fr", [("bomba", "pompe")], "Hay bombas.", "Il y a des pompes."),
    ("es", "fr", [("diapositiva", "diapo")], "La diapositiva es nueva.", "La diapo est nouvelle."),
    ("es", "en", [("comprobar", "check")], "El aceite fue comprobado.", "The oil was checked."),
    ("es", "en", [("averiado", "faulty")], "Las bombas averiadas son viejas.", "The faulty bombs are old."),
    ("es", "fr", [("eliminar atributo", "supprimer l'attribut")], "Eliminar atributo de la página",
     "Supprimer l'attribut de la page"),
    ("fr", "es", [("modifier la taille", "cambiar el tamaño")], "Modifier la taille du cadre.",
     "Cambiar el tamaño del marco."),
    ("en", "es", [("invalid", "no válido")], "The invalid houses.", "Las casas no válidas."),
    ("en", "es", [("invalid", "no válido")], "The INVALID house.", "La casa NO VÁLIDA."),
    ("en", "fr", [("unread", "non lu")], "The unread letters are new.", "Les lettres non lues sont nouvelles."),
    ("en", "fr", [("invalid", "non valide")], "The entries are invalid.", "Les entrées sont non valides."),
    ("en", "fr", [("printable", "non imprimable")], "The printable pages are new.",
     "Les pages non imprimables sont nouvelles."),
    ("en", "fr", [("malformed", "mal formé")], "The malformed letters are new.",
     "Les lettres mal formées sont nouvelles."),
    ("en", "es", [("huge", "muy grande")], "The huge houses are new.", "Las casas muy grandes son nuevas."),
    ("en", "es", [("shallow", "poco profundo")], "The shallow rivers are new.", "Los ríos poco profundos son nuevos."),
    ("en", "es", [("common good", "bien común")], "The common goods are new.", "Los bienes comunes son nuevos."),
    # A term keeps the capitals of the glossary; only the start of a sentence changes the first letter.
    ("en", "es", [("cell styles", "Estilos de Celda")], "Cell styles are useful.", "Los Estilos de Celda son útiles."),
    ("en", "es", [("cell styles", "Estilos de Celda")], "The cell style is new.", "El Estilo de Celda es nuevo."),
    ("en", "es", [("Cell Styles", "estilos de celda")], "Cell Styles are useful.", "Los estilos de celda son útiles."),
    ("en", "es", [("Save", "guardar")], "Save the house.", "Guardar la casa."),
    ("en", "pt", [("price*", "preço*"), ("aircraft", "aeronave")], "price*aircraft", "aeronave preço*"),
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Chain:
    """The installed pairs, and the event loop that they run in."""

    engines: TranslationEngines
    run: Callable[[Coroutine[Any, Any, Any]], Any]


@pytest.fixture(scope="module")
def chain() -> Iterator[Chain]:
    """One chain for all tests, because looking for the pairs tries each of them."""
    with asyncio.Runner() as runner:
        engine = ApertiumEngine()
        runner.run(engine.find())
        yield Chain(TranslationEngines(ConfirmedMemory({}), [engine]), runner.run)
        runner.run(engine.close())


@pytest.mark.slow
def test_articles_adjectives_and_verbs_agree_with_the_terms(chain: Chain) -> None:
    async def translated() -> list[str]:
        found = []
        for source, target, terms, text, _ in CASES:
            pair = LanguagePair(source, target)
            index = TermIndex.of(terms, language=source, lemmatize=lemmatizer(source))
            found.append((await chain.engines.translate(text, pair=pair, terms=index)).text)
        return found

    assert chain.run(translated()) == [expected for *_, expected in CASES]


def test_a_term_whose_gender_nothing_tells_is_reported(chain: Chain) -> None:
    async def uncertain() -> tuple[str, ...]:
        index = TermIndex.of([("house", "vivienda"), ("relay", "XRB")], language="en")
        answer = await chain.engines.translate(
            "The relay of the house is new.", pair=LanguagePair("en", "es"), terms=index
        )
        assert "XRB" in answer.text
        return answer.terms_uncertain

    assert chain.run(uncertain()) == ("relay",)


def test_a_term_in_another_number_than_the_words_around_it_is_reported(chain: Chain) -> None:
    async def uncertain() -> tuple[str, ...]:
        index = TermIndex.of([("configuración", "impostazioni"), ("casa", "abitazione")], language="es")
        answer = await chain.engines.translate(
            "La configuración de la casa.", pair=LanguagePair("es", "it"), terms=index
        )
        return answer.terms_uncertain

    assert chain.run(uncertain()) == ("configuración",)


Case = tuple[str, tuple[str, str], str, str]
# Pair, term, text and translation.
UNSURE: list[Case] = [
    ("en-es", ("leak", "fugas"), "He leaks.", "Él fugas."),
    ("en-es", ("leak", "fuga"), "It leaks oil.", "Él óleo de fugas."),
    ("en-es", ("share", "compartir"), "The share is expensive.", "El compartir es caro."),
    ("en-es", ("student", "alumnos (m)"), "The students are new.", "Los alumnos (m) son nuevos."),
    ("en-es", ("user", "usuario/a"), "The user is new.", "El usuario/a es nuevo."),
    ("en-es", ("bracket", "soporte(s)"), "The bracket is new.", "El soporte(s) es nuevo."),
    ("en-es", ("configuration", "ajustes"), "The configuration is new.", "Los ajustes es nuevos."),
    ("es-en", ("ajustes", "configuration"), "Los ajustes son nuevos.", "The configuration are new."),
    ("en-es", ("check", "cheque"), "Check the oil.", "Cheque el óleo."),
    ("en-es", ("leak", "fuga"), "The tank leaked.", "La fuga de tanque."),
    ("en-es", ("open", "abrir"), "The file is open.", "La lima es abre."),
    ("en-es", ("set", "conjunto"), "The values were set.", "Los valores eran conjunto."),
    ("en-es", ("edit document", "editar documento"), "Edit document properties.", "Edita documento haciendas."),
    ("en-es", ("attorney general", "fiscal general"), "The attorneys general met.", "El fiscal general cumplió."),
    ("en-es", ("form", "formulario"), "Clean by forming classes.", "Limpio por clases de formulario."),
    ("en-es", ("default", "por defecto"), "This is the default.", "Esto es el por defecto."),
    ("en-it", ("faulty", "guasto"), "The pump is faulty.", "La bomba è guasto."),
    ("es-fr", ("plantilla", "modèle"), "La plantilla es nueva.", "La modèle est nouvelle."),
    ("es-en", ("modificación", "modified"), "Las modificaciones son nuevas.", "The modifieds are new."),
    ("en-fr", ("export", "exporter"), "Export sounds when it opens.", "Sons d'exporter quand il ouvre."),
    ("es-fr", ("cambiar nombre", "renommer"), "Cambiar nombre de barra", "Renommer de barre"),
    ("fr-es", ("exporter", "exportación"), "Exporter les pages.", "Exportación las páginas."),
    # A name shows no gender, and neither does a noun that has two.
    ("en-es", ("Weblate", "Weblate"), "The new Weblate is red.", "El nuevo Weblate es rojo."),
    ("en-es", ("order", "orden"), "The order is new.", "El orden es nuevo."),
]
SURE: list[Case] = [
    ("en-es", ("share", "compartir"), "They share the file.", "Comparten la lima."),
    ("en-es", ("settings", "configuración"), "The settings are new.", "La configuración es nueva."),
    ("en-fr", ("valve", "vanne"), "The valve is new.", "La vanne est nouvelle."),
    ("en-fr", ("flip", "retourner"), "He flips the image.", "Il retourne l'image."),
    ("en-es", ("settings", "ajustes"), "The settings are new.", "Los ajustes son nuevos."),
    ("en-fr", ("housing", "boîtier"), "The housing is broken.", "Le boîtier est cassé."),
    ("en-es", ("software", "programas"), "Install the software.", "Instalar los programas."),
    ("en-es", ("data", "datos"), "The data are lost.", "Los datos están perdidos."),
    ("es-en", ("datos", "data"), "Los datos son viejos.", "The data are old."),
    ("es-en", ("ajustes", "settings"), "Los ajustes son nuevos.", "The settings are new."),
    ("en-es", ("firewall", "cortafuegos"), "The firewalls are old.", "Los cortafuegos son viejos."),
    # This noun looks like an adjective.
    ("en-es", ("cable tie", "brida"), "The cable ties are red.", "Las bridas son rojas."),
    ("en-es", ("Weblate", "Weblate"), "We use Weblate.", "Utilizamos Weblate."),
    (
        "en-es",
        ("check valve", "válvula de retención"),
        "Check valves are new.",
        "Las válvulas de retención son nuevas.",
    ),
]


def test_terms_that_the_sentence_may_not_agree_with_are_reported(chain: Chain) -> None:
    assert _translated(chain, UNSURE) == [(translation, (term[0],)) for _, term, _, translation in UNSURE]


def test_terms_that_fit_their_sentence_are_not_reported(chain: Chain) -> None:
    assert _translated(chain, SURE) == [(translation, ()) for *_, translation in SURE]


def test_a_term_that_fits_in_one_of_two_places_is_reported(chain: Chain) -> None:
    text = "The check is new, and they check the oil."
    [(_, uncertain)] = _translated(chain, [("en-es", ("check", "comprobación"), text, "")])

    assert uncertain == ("check",)


def test_a_verb_that_is_none_in_the_text_leaves_the_other_terms_their_grammar(chain: Chain) -> None:
    async def translated() -> tuple[str, tuple[str, ...]]:
        terms = [("diapositiva", "slide"), ("ocultar", "hide")]
        index = TermIndex.of(terms, language="es", lemmatize=lemmatizer("es"))
        text = "Exporta las diapositivas ocultas."
        answer = await chain.engines.translate(text, pair=LanguagePair("es", "en"), terms=index)
        return answer.text, answer.terms_uncertain

    assert chain.run(translated()) == ("It exports the slides hide.", ("ocultar",))


def _translated(chain: Chain, cases: Sequence[Case]) -> list[tuple[str, tuple[str, ...]]]:
    """Return the translation of each case, and the terms reported as uncertain."""

    async def translated() -> list[tuple[str, tuple[str, ...]]]:
        found = []
        for code, term, text, _ in cases:
            pair = LanguagePair(*code.split("-"))
            index = TermIndex.of([term], language=pair.source, lemmatize=lemmatizer(pair.source))
            answer = await chain.engines.translate(text, pair=pair, terms=index)
            found.append((answer.text, answer.terms_uncertain))
        return found

    return chain.run(translated())


def test_an_analyzer_that_ended_is_started_again() -> None:
    analyzer = PhraseAnalyzer("en", MODES / "eng-spa.mode")
    before = analyzer.analyze("fuel pump")
    process = analyzer._chain.processes[0]
    os.kill(process.pid, signal.SIGKILL)
    process.wait()

    with pytest.raises(BrokenPipeError):
        analyzer.analyze("safety valve")
    assert analyzer.analyze("safety valve").words[1].surface == "valve"
    assert analyzer.analyze("fuel pump") is before
    analyzer.close()


@pytest.mark.slow
def test_languages_with_another_grammar_are_left_to_placeholders() -> None:
    assert grammar_of("en", "pt-BR")
    assert not grammar_of("da", "sv")
