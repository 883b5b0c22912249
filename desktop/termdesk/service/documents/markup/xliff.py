"""XLIFF 1.2, 2.0 and 2.1: fills in targets, keeps inline elements in place, and sets states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from itertools import compress
from pathlib import Path

from termdesk.domain.language.language import root as root_of
from termdesk.domain.pluralize import pluralize
from termdesk.service.document_kinds import UnreadableDocument
from termdesk.service.documents.document import has_words
from termdesk.service.documents.xml_files import Element, beside, etree, local_name, parse, serialize
from termdesk.service.engines.marked_text import MarkedText, Span, SpanStart

_CONTAINERS = frozenset({"g", "pc", "mrk"})
# The states of targets that nobody has translated yet: often a copy of the source. Without a state, the text tells.
_OPEN = frozenset({"new", "needs-translation", "initial"})


@dataclass(frozen=True, slots=True)
class _Version:
    """The differences between versions: names, and the state that marks a machine translation."""

    unit: str
    language: str
    state: str


_VERSIONS = {
    "urn:oasis:names:tc:xliff:document:1.2": _Version("trans-unit", "target-language", "needs-review-translation"),
    "urn:oasis:names:tc:xliff:document:2.0": _Version("segment", "trgLang", "translated"),
}


@dataclass(frozen=True, slots=True)
class _Unit:
    """A unit (1.2) or segment (2.x). `source` has the text; in 1.2 it may be divided into `segments`.

    `divisions` are the elements of the segments; empty if the source is not divided.
    """

    element: Element
    source: Element
    segments: Sequence[MarkedText]
    divisions: Sequence[Element] = ()

    @property
    def target(self) -> Element | None:
        return self.element.find(beside(self.element, "target"))

    @property
    def texts(self) -> list[MarkedText]:
        """The texts that can be translated."""
        return [text for text in self.segments if has_words(text.text)]

    def which_are_due(self, *, keeps: bool) -> list[bool]:
        """Return which of its segments are translated. With `keeps`, those that have a translation are not."""
        if keeps and self.is_done:
            return [False] * len(self.segments)
        kept = self._find_kept() if keeps else {}
        is_kept = [each.get("mid", "") in kept for each in self.divisions] or [False]
        return [has_words(text.text) and not stays for text, stays in zip(self.segments, is_kept, strict=True)]

    @property
    def is_done(self) -> bool:
        """Whether it has a translation already. Where only some segments have one, each is asked (`_find_kept`)."""
        target = self.target
        if target is None or not _has_text(target) or not self._is_complete(target):
            return False
        return self.element.get("approved") == "yes" or not self._is_open(target)

    def _is_open(self, target: Element) -> bool:
        states = {self.element.get("state"), target.get("state")} - {None}
        # Without a state, only a copy of the source is not translated.
        return bool(states & _OPEN) or (not states and _text_of(target) == _text_of(self.source))

    def _is_complete(self, target: Element) -> bool:
        """Whether each segment of the source has a translation. A target that is not divided has all of them."""
        divided = _segments_in(target)
        translated = {each.get("mid") for each in divided if _has_text(each)}
        return not divided or all(each.get("mid") in translated for each in self.divisions)

    def _find_kept(self) -> dict[str, Element]:
        """Return the segments of the target that have a translation, by id."""
        target = self.target
        if target is None or self._is_open(target):
            return {}
        sources = {each.get("mid", ""): _text_of(each) for each in self.divisions}
        return {
            each.get("mid", ""): each
            for each in _segments_in(target)
            if _has_text(each) and _text_of(each) != sources.get(each.get("mid", ""))
        }

    def fill(self, translations: Sequence[MarkedText], state: str, *, keeps: bool) -> None:
        """Write the translation of each segment. With `keeps`, segments that have one stay as they are."""
        kept = self._find_kept() if keeps else {}
        target = self.target
        if target is None:
            target = etree.Element(beside(self.element, "target"))
            before = self.element.find(beside(self.element, "seg-source"))
            before = self.element.find(beside(self.element, "source")) if before is None else before
            target.tail = before.tail
            self.element.insert(self.element.index(before) + 1, target)
        for child in list(target):
            target.remove(child)
        if self.divisions:
            self._write_segments(target, translations, kept)
        else:
            _write_content(target, translations[0])
        # In 1.2 the target has the state, in 2.x the segment.
        (self.element if local_name(self.element) == "segment" else target).set("state", state)
        target.attrib.pop("state-qualifier", None)

    def _write_segments(self, target: Element, translations: Sequence[MarkedText], kept: dict[str, Element]) -> None:
        """Repeat the division of the source in the target."""
        target.text = self.source.text
        target.extend(deepcopy(child) for child in self.source)
        for segment, translation in zip(_segments_in(target), translations, strict=True):
            for child in list(segment):
                segment.remove(child)
            known = kept.get(segment.get("mid", ""))
            if known is None:
                _write_content(segment, translation)
            else:
                segment.text = known.text
                segment.extend(known)


def _segments_in(element: Element) -> list[Element]:
    return [each for each in element.iter(beside(element, "mrk")) if each.get("mtype") == "seg"]


def _has_text(element: Element) -> bool:
    return bool(_text_of(element))


def _text_of(element: Element) -> str:
    return "".join(element.itertext()).strip()


@dataclass(frozen=True, slots=True)
class _Xliff:
    root: Element
    version: _Version
    units: Sequence[_Unit]

    @property
    def texts(self) -> list[MarkedText]:
        return [text for unit in self.units for text in unit.texts]

    def due_texts(self, target_lang: str) -> list[MarkedText]:
        """Return the texts that have no translation into this language yet."""
        return [
            text
            for unit in self.units
            for text in compress(unit.segments, unit.which_are_due(keeps=self._keeps(unit, target_lang)))
        ]

    def count_translated(self) -> dict[str, int]:
        """Return how many characters have a translation, by the root of its language; "" if it is not named."""
        translated = Counter[str]()
        for unit in self.units:
            due = compress(unit.segments, unit.which_are_due(keeps=True))
            characters = sum(len(each.text) for each in unit.texts) - sum(len(each.text) for each in due)
            if characters:
                translated[self._language_of(unit)] += characters
        return dict(translated)

    def write(self, path: Path, translations: Sequence[MarkedText], *, target_lang: str) -> None:
        translated = iter(translations)
        for unit in self.units:
            keeps = self._keeps(unit, target_lang)
            due = unit.which_are_due(keeps=keeps)
            new = [next(translated) if is_due else text for text, is_due in zip(unit.segments, due, strict=True)]
            if not (keeps and unit.is_done):
                unit.fill(new, self.version.state, keeps=keeps)
        for each in self._with_language():
            each.set(self.version.language, target_lang)
        path.write_bytes(serialize(self.root))

    def notes(self, target_lang: str) -> list[str]:
        """Say how many units keep a translation."""
        kept = sum(unit.is_done and self._keeps(unit, target_lang) for unit in self.units)
        if not kept:
            return []
        return [pluralize(kept, "1 segment keeps its translation.", "{count} segments keep their translations.")]

    def _with_language(self) -> list[Element]:
        if self.version.language == "trgLang":
            return [self.root]
        return list(self.root.iter(beside(self.root, "file")))

    def _keeps(self, unit: _Unit, target_lang: str) -> bool:
        """Whether translations of a unit stay, because they are not into another language than the requested one."""
        return self._language_of(unit) in ("", root_of(target_lang))

    def _language_of(self, unit: _Unit) -> str:
        """Return the root of the language of the translations; "" if the file does not name it."""
        for each in (unit.element, *unit.element.iterancestors()):
            if (code := each.get(self.version.language)) is not None:
                return root_of(code)
        return ""


def read(path: Path, kind: str) -> _Xliff:
    """Read an XLIFF file of version 1.2, 2.0 or 2.1. Raises UnreadableDocument."""
    root = parse(path.read_bytes())
    version = _VERSIONS.get(etree.QName(root).namespace or "")
    if version is None or local_name(root) != "xliff":
        raise UnreadableDocument("It is not XLIFF 1.2, 2.0 or 2.1.", remedy="Export it in one of these.")
    return _Xliff(root, version, list(_units(root, version)))


def _units(root: Element, version: _Version) -> Iterator[_Unit]:
    for element in root.iter(beside(root, version.unit)):
        source = element.find(beside(element, "source"))
        if source is not None and _is_translatable(element):
            divided = element.find(beside(element, "seg-source"))
            segments = [] if divided is None else _segments_in(divided)
            if segments:
                yield _Unit(element, divided, [_collect_text(each) for each in segments], segments)
            else:
                yield _Unit(element, source, [_collect_text(source)])


def _is_translatable(element: Element) -> bool:
    for each in (element, *element.iterancestors()):
        if (value := each.get("translate")) is not None:
            return bool(value != "no")
    return True


def _collect_text(source: Element) -> MarkedText:
    collected = _CollectedSegment()
    collected.add(source, -1)
    return MarkedText("".join(collected.chunks), tuple(collected.spans))


@dataclass(slots=True)
class _CollectedSegment:
    chunks: list[str] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    length: int = 0

    def add(self, element: Element, parent: int) -> None:
        self._append(element.text)
        for child in element:
            name = local_name(child)
            is_protected = name == "mrk" and (child.get("mtype") == "protected" or child.get("translate") == "no")
            index = len(self.spans)
            self.spans.append(Span(self.length, self.length, child, is_protected, parent))
            if is_protected:
                self._append("".join(child.itertext()))
            elif name in _CONTAINERS:
                self.add(child, index)
            self.spans[index] = replace(self.spans[index], end=self.length)
            self._append(child.tail)

    def _append(self, text: str | None) -> None:
        self.chunks.append(text or "")
        self.length += len(text or "")


def _write_content(target: Element, translation: MarkedText) -> None:
    target.text = None
    stack = [target]
    protected = 0
    for chunk in translation.chunks():
        if isinstance(chunk, str):
            if not protected:
                _append_text(stack[-1], chunk)
            continue
        element: Element = chunk.span.mark
        is_whole = chunk.span.is_protected or local_name(element) not in _CONTAINERS
        if not isinstance(chunk, SpanStart):
            protected -= chunk.span.is_protected
            if not is_whole:
                stack.pop()
            continue
        protected += chunk.span.is_protected
        if is_whole:
            copied = deepcopy(element)
            copied.tail = None
            stack[-1].append(copied)
        else:
            stack.append(etree.SubElement(stack[-1], element.tag, dict(element.attrib)))


def _append_text(parent: Element, text: str) -> None:
    if len(parent):
        parent[-1].tail = (parent[-1].tail or "") + text
    else:
        parent.text = (parent.text or "") + text
