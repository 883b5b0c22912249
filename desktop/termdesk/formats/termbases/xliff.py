"""Reader of XLIFF 1.2 and 2.x with tool extensions: finished segments become pairs, others are counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from termdesk.domain.language.language import LanguagePair, root
from termdesk.domain.progress import NoProgress, Progress
from termdesk.formats.concepts import UNDETERMINED, Concept, Term, Termbase, code_of, on_one_line, without_layout
from termdesk.formats.language_labels import language_of, pair_in_name
from termdesk.formats.termbases.inline_tags import text_between_tags
from termdesk.formats.termbases.xml_records import Element, XmlRecords, language_label, local_name
from termdesk.formats.termbases.xml_termbase import ConceptBooks, xml_rejection
from termdesk.messages.format_messages import FileNote

UNTRANSLATED = FileNote.SEGMENTS_UNTRANSLATED()
UNFINISHED = FileNote.SEGMENTS_UNFINISHED()
NO_SOURCE_TEXT = FileNote.SEGMENTS_WITHOUT_SOURCE()
LOCKED = FileNote.TEXTS_LOCKED()

# Trados embeds the whole original document, up to about 20 MB.
_EMBEDDED_DOCUMENT = "internal-file"
_DONE = frozenset({"translated", "signed-off", "final", "reviewed"})
# Values of XLIFF 1.2 for translations that nobody has reviewed yet.
_UNSEEN = frozenset({"fuzzy-match", "leveraged-mt", "mt-suggestion", "leveraged-inherited"})
# Trados keeps the status of segments apart from the text, and none for segments that nobody has edited.
_TRADOS_DONE = frozenset({"Translated", "ApprovedTranslation", "ApprovedSignOff"})
_MEMOQ_STATUS, _PHRASE_CONFIRMED = "{MQXliff}status", "{http://www.memsource.com/mxlf/2.0}confirmed"
# “ManuallyConfirmed” and “ConfirmedTranslator” mean the same; so do the reviewer variants.
_MEMOQ_DONE = ("Confirmed", "Proofread")


def read(path: Path, *, pair: LanguagePair | None = None, progress: Progress = NoProgress()) -> Termbase:
    """Read a whole file: each finished segment is a concept with a source and a target term, without inline tags.

    Segments that are untranslated, unfinished or locked are not rejected; `dropped` counts them. A language missing in
    the file is taken from `pair`, then from the file name, else it is `UNDETERMINED`. Raises UnreadableFile as
    `XmlRecords` does.
    """
    records = XmlRecords(
        path, kind="XLIFF", roots=("xliff",), records=("trans-unit", "unit"), skipped=_EMBEDDED_DOCUMENT
    )
    return _XliffReader(records, pair or _pair_in_file_name(path)).read(progress)


def _pair_in_file_name(path: Path) -> LanguagePair:
    """Return the pair in the file name. Many frameworks name exported files by their target: messages.de.xlf."""
    target = language_of(path.stem.rpartition(".")[2]) or UNDETERMINED
    return pair_in_name(path.stem) or LanguagePair(UNDETERMINED, target)


class _XliffReader:
    """Reads a file unit by unit, and counts everything that is not a finished pair."""

    def __init__(self, records: XmlRecords, default_pair: LanguagePair) -> None:
        self._records = records
        self._default_pair = default_pair
        self._books = ConceptBooks({})
        self._dropped = self._books.dropped
        self._count = 0

    def read(self, progress: Progress) -> Termbase:
        for number, (unit, damage) in enumerate(self._records.read(progress), start=1):
            if rejection := xml_rejection(unit, damage):
                self._books.add_rejected(unit, number, rejection, ())
            else:
                self._take_glossary(unit)
                if _is_locked(unit):
                    self._dropped[LOCKED] += 1
                else:
                    self._take(unit)
        return self._books.termbase(f"XLIFF {self._records.root_attribute('version')}".strip(), self._records)

    def _take(self, unit: Element) -> None:
        languages = self._both(*_languages(unit))
        note = "\n".join(dict.fromkeys(_notes(unit)))
        for source_part, target_part, is_done in _segments(unit):
            texts = [
                "" if part is None else text_between_tags(part, self._dropped) for part in (source_part, target_part)
            ]
            if not texts[1]:
                self._dropped[UNTRANSLATED] += bool(texts[0])
            elif not texts[0]:
                self._dropped[NO_SOURCE_TEXT] += 1
            elif not is_done:
                self._dropped[UNFINISHED] += 1
            else:
                self._count += 1
                terms = tuple(Term(language, text) for language, text in zip(languages, texts, strict=True))
                self._books.take(Concept(self._count, unit.sourceline, terms, note=note))

    def _take_glossary(self, unit: Element) -> None:
        """Add the terms of a unit's XLIFF 2 glossary, each with its translations."""
        languages = self._both(*_languages(unit))
        entries = (each for part in unit if local_name(part) == "glossary" for each in part)
        for entry in entries:
            texts: dict[str, list[str]] = {"term": [], "translation": [], "definition": []}
            for part in entry:
                texts.get(local_name(part), []).append("".join(part.itertext()))
            terms = [Term(languages[0], on_one_line(text)) for text in texts["term"][:1]]
            terms += [Term(languages[1], on_one_line(text)) for text in texts["translation"]]
            if terms := [term for term in terms if term.text]:
                self._count += 1
                definition = "\n".join(map(without_layout, texts["definition"]))
                self._books.take(Concept(self._count, entry.sourceline, tuple(terms), definition))

    def _both(self, source: str, target: str) -> tuple[str, str]:
        """Return both languages of a unit. A missing one is taken from the default, unless it equals the other."""
        default_pair = self._default_pair
        if source and not target:
            return source, default_pair.target if root(default_pair.target) != root(source) else default_pair.source
        return source or default_pair.source, target or default_pair.target


def _segments(unit: Element) -> Iterator[tuple[Element | None, Element | None, bool]]:
    """Yield source and target of each segment of a unit, and whether it is finished."""
    parts = {local_name(part): part for part in reversed(unit)}
    if local_name(unit) == "unit":
        for segment in unit:
            if local_name(segment) == "segment":
                inner = {local_name(part): part for part in reversed(segment)}
                state = segment.get("state")
                yield inner.get("source"), inner.get("target"), state is None or state in _DONE
        return
    source, target = parts.get("source"), parts.get("target")
    cut = _find_marked_segments(parts.get("seg-source"))
    is_done, done_segments = _is_unit_done(unit, target), _trados_states(parts.get("seg-defs"))
    if not cut:
        yield source, target, is_done
        return
    translated = _find_marked_segments(target)
    for number, part in cut.items():
        yield part, translated.get(number), is_done and done_segments.get(number, not done_segments)


def _find_marked_segments(text: Element | None) -> Mapping[str, Element]:
    """Return the segments marked in an XLIFF 1.2 text, by number."""
    if text is None:
        return {}
    marks = [each for each in text.iter() if local_name(each) == "mrk" and each.get("mtype") == "seg"]
    return {each.get("mid", ""): each for each in marks}


def _is_unit_done(unit: Element, target: Element | None) -> bool:
    if unit.get("approved") == "yes":
        return True
    state = "" if target is None else target.get("state", "")
    if target is not None and target.get("state-qualifier", "") in _UNSEEN:
        return False
    for name, value in unit.attrib.items():
        if name == _PHRASE_CONFIRMED:
            return str(value) == "1"
        if name == _MEMOQ_STATUS:
            return any(word in str(value) for word in _MEMOQ_DONE)
    return state in _DONE or (not state and unit.get("approved") != "no")


def _trados_states(definitions: Element | None) -> Mapping[str, bool]:
    if definitions is None:
        return {}
    segments = [each for each in definitions.iter() if local_name(each) == "seg"]
    return {each.get("id", ""): each.get("conf", "") in _TRADOS_DONE for each in segments}


def _is_locked(unit: Element) -> bool:
    for each in (unit, *unit.iterancestors()):
        if (value := each.get("translate")) is not None:
            return str(value) == "no"
    return False


def _languages(unit: Element) -> tuple[str, str]:
    """Return both languages from the `file` element or the document; empty if neither names them."""
    found = ["", ""]
    for each in unit.iterancestors():
        for side, names in enumerate((("source-language", "srcLang"), ("target-language", "trgLang"))):
            found[side] = found[side] or next(filter(None, map(each.get, names)), "")
    if not found[1] and local_name(unit) == "trans-unit":
        target = next((part for part in unit if local_name(part) == "target"), None)
        found[1] = "" if target is None else language_label(target)
    return code_of(found[0]) if found[0] else "", code_of(found[1]) if found[1] else ""


def _notes(unit: Element) -> Iterator[str]:
    for part in unit:
        for note in part if local_name(part) == "notes" else (part,):
            if local_name(note) == "note" and (text := without_layout("".join(note.itertext()))):
                yield text
