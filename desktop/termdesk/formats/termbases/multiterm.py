"""MultiTerm XML: term bases as MultiTerm, and the tools that write for it, export them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from termdesk.domain.entries.entry_detail import FORBIDDEN
from termdesk.domain.entries.status_words import status_of
from termdesk.domain.progress import NoProgress, Progress
from termdesk.formats.concepts import Term, Termbase, code_of, on_one_line, with_status_note
from termdesk.formats.language_labels import language_of
from termdesk.formats.termbases.xml_records import Element, XmlRecords, language_label, local_name
from termdesk.formats.termbases.xml_termbase import (
    DEFINITION,
    DOMAIN,
    NOTE,
    ConceptReading,
    read_concepts,
    xml_rejection,
)
from termdesk.messages.format_messages import FileNote
from termdesk.messages.row_messages import RowRemedy

_STATUS, _USAGE = "status", "usage"
# Every term base names its fields itself: English, German, French, Spanish, Italian, Portuguese, Dutch; letters alone.
_WORDS_OF = {
    DEFINITION: """
        definition definiton termdefinition begriffsdefinition begriffserklärung définition definición definizione
        definição definitie
    """,
    DOMAIN: """
        domain subject subjectfield subjectarea field fachgebiet sachgebiet domäne bereich themengebiet domaine sujet
        domainedapplication dominio campo materia tema área domínio assunto domein vakgebied onderwerp
    """,
    NOTE: """
        note notes comment comments remark remarks usagenote entrynote termnote anmerkung anmerkungen bemerkung
        bemerkungen hinweis hinweise kommentar notiz remarque remarques commentaire commentaires nota notas comentario
        comentarios observación observaciones note commento commenti osservazione comentário observação opmerking
        opmerkingen notitie
    """,
    _STATUS: """
        status termstatus statusofterm usagestatus administrativestatus approvalstatus benennungsstatus
        verwendungsstatus statut statutduterme estado estadodeltérmino stato statodeltermine estadodotermo
    """,
    _USAGE: "usage gebrauch verwendung anwendung emploi utilisation uso gebruik acceptability",
}
_KIND_OF = {word: kind for kind, words in _WORDS_OF.items() for word in words.split()}
# A link to a picture, a term or a page, which may stand for the whole text.
_LINKS = ("Glink", "Plink", "Ulink", "Clink", "Tlink", "Slink")
_SPACES = " \t\r\n"


def read(path: Path, *, progress: Progress = NoProgress()) -> Termbase:
    """Read a whole file: every `conceptGrp` is a concept, every `termGrp` of a language one of its terms.

    Fields are known by their names in seven languages; others are counted by name, as history and links are. A status
    that is none of ours goes to the note. A language is its code, or else what its name says. Definitions and notes of
    a language count for the concept. Concepts without a term, or with one in no language, are rejected; where the file
    breaks off, what was whole before is read. Raises UnreadableFile as `XmlRecords` does.
    """
    records = XmlRecords(path, kind="MultiTerm XML", roots=("mtf",), records=("conceptGrp",))
    return read_concepts(records, _MultitermReading, progress).termbase("MultiTerm XML", records)


class _MultitermReading(ConceptReading):
    def read(self, record: Element) -> None:
        for part in record:
            match local_name(part):
                case "languageGrp":
                    self._read_language(part)
                case "concept" | "system" | "":
                    # The number of the entry and its class say nothing outside of their term base.
                    pass
                case _:
                    self._read_own(part)

    def rejection(self, record: Element, damage: str) -> tuple[str, str] | None:
        return xml_rejection(record, damage) or self._rejection_of_terms(RowRemedy.LANGUAGE_OF_GROUP())

    def _read_language(self, section: Element) -> None:
        language = ""
        for part in section:
            match local_name(part):
                case "language":
                    language = _language(part)
                case "termGrp":
                    self._read_term(part, language)
                case _:
                    self._read_own(part)

    def _read_own(self, part: Element) -> None:
        """What is said of the concept, or of all its terms in a language."""
        for leaf in _leaves(part):
            text, kind = self._text(leaf), _kind(leaf)
            if kind == _STATUS and text:
                kind, text = NOTE, with_status_note("", text)
            kind = NOTE if kind == _USAGE else kind
            if kind and text:
                self.texts.setdefault(kind, {})[text] = None
            else:
                self._drop(leaf, text)

    def _read_term(self, section: Element, language: str) -> None:
        term, status, notes = "", "", dict[str, None]()
        for leaf in _leaves(section):
            text, kind = self._text(leaf), _kind(leaf)
            known = status_of(text) if kind in (_STATUS, _USAGE) and text else None
            if local_name(leaf) == "term" and not term:
                term = on_one_line(text)
            elif known is not None:
                # A term that any of several marks forbids is forbidden.
                status = status if status == FORBIDDEN else known
            elif kind == _STATUS and text:
                notes[with_status_note("", text)] = None
            elif kind in (NOTE, _USAGE) and text:
                notes[text] = None
            elif kind in (DEFINITION, DOMAIN) and text:
                self.texts.setdefault(kind, {})[text] = None
            else:
                self._drop(leaf, text)
        if term:
            self.terms.append(Term(language, term, status, "\n".join(notes)))
        else:
            self._dropped[FileNote.TERM_WITHOUT_TEXT()] += 1

    def _text(self, leaf: Element) -> str:
        if not len(leaf):
            return (leaf.text or "").strip(_SPACES)
        self._dropped[FileNote.LINKS()] += sum(1 for each in leaf.iter() if local_name(each) == "xref")
        return "".join(leaf.itertext()).strip(_SPACES)

    def _drop(self, leaf: Element, text: str) -> None:
        name = local_name(leaf)
        # The date says when something was done that is counted already.
        if name != "date" and (text or any(leaf.get(link) for link in _LINKS)):
            self._dropped[f"{name} {leaf.get('type', '')}".strip()[:100]] += 1


def _language(element: Element) -> str:
    """The code of an index: most name one, and all have a name, such as “German (Austria)”."""
    label = str(element.get("lang") or element.get("locale") or language_label(element)).strip()
    name = str(element.get("type") or element.get("name") or "").strip()
    return code_of(label) if label else language_of(name) or (code_of(name) if name else "")


def _leaves(part: Element) -> Iterator[Element]:
    """The elements of a part that hold texts, in order, out of the groups that only bind them together."""
    waiting = [part]
    while waiting:
        element = waiting.pop()
        name = local_name(element)
        if name.endswith("Grp"):
            waiting.extend(reversed(element))
        elif name:
            yield element


def _kind(leaf: Element) -> str:
    return _kind_named(leaf.get("type") or "") if local_name(leaf) == "descrip" else ""


@lru_cache(maxsize=1024)
def _kind_named(field: str) -> str:
    return _KIND_OF.get("".join(letter for letter in field.casefold() if letter.isalpha()), "")
