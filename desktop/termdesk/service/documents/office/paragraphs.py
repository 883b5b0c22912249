"""Paragraphs of office documents as texts to translate, whatever part of a package they are in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from termdesk.domain.pluralize import pluralize
from termdesk.service.document_kinds import UnreadableDocument
from termdesk.service.documents.document import has_words
from termdesk.service.documents.office.inline import Atom, Inline, MakeRuns, Stretch, stretch_of
from termdesk.service.documents.office.package import OfficePackage, ZipPackage
from termdesk.service.documents.xml_files import Element, etree, local_name, serialize
from termdesk.service.engines.marked_text import MarkedText

_LINKS_OF_CHART = re.compile(r"/charts/_rels/[^/]+\.rels$", re.IGNORECASE)
_FILE_NAME = re.compile(r"^\S+\.[A-Za-z]{3,4}$")
_STRICT = "http://purl.oclc.org/ooxml"


@dataclass(frozen=True, slots=True)
class FixedPart:
    """A part of a paragraph that words cannot move across: the texts before and after it are translated separately."""

    atom: Atom


@dataclass(frozen=True, slots=True)
class Format:
    """How one XML vocabulary writes its paragraphs.

    `find` yields the paragraphs of a part, `content` returns a paragraph's content (stretches between fixed parts), and
    `make` creates the elements of a text. `first` and `last` name children that stay at the start and end of a
    paragraph. `fixed` reorders elements as the format requires, and `put_in_language` sets the language of a part.
    """

    find: Callable[[Element], Iterator[Element]]
    content: Callable[[Element], Sequence[Sequence[Inline] | FixedPart]]
    make: MakeRuns
    first: frozenset[str]
    last: frozenset[str]
    put_in_language: Callable[[Element, str], None]
    fixed: Callable[[list[Element]], list[Element]] = list


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph with words in it."""

    element: Element
    parts: Sequence[Stretch | FixedPart]
    format: Format

    @property
    def stretches(self) -> list[Stretch]:
        """The parts of the paragraph that have words to translate."""
        return [part for part in self.parts if isinstance(part, Stretch) and has_words(part.marked.text)]

    @property
    def texts(self) -> list[MarkedText]:
        """The texts to translate."""
        return [stretch.marked for stretch in self.stretches]

    def write(self, translations: Iterator[MarkedText]) -> None:
        """Write the paragraph with one translation for each stretch."""
        written: list[Element] = []
        for part in self.parts:
            if isinstance(part, FixedPart):
                written.extend(part.atom.made())
            else:
                translation = next(translations) if has_words(part.marked.text) else part.marked
                written.extend(part.write(translation, self.format.make))
        last = [each for each in self.element if local_name(each) in self.format.last]
        for child in list(self.element):
            if local_name(child) not in self.format.first:
                self.element.remove(child)
        self.element.extend([*self.format.fixed(written), *last])


@dataclass(frozen=True, slots=True)
class AttributeText:
    """A text in an attribute, such as the prompt of a cell. The format allows `longest` characters.

    With `escapes_breaks`, line breaks are written as `_x000a_`.
    """

    element: Element
    name: str
    longest: int = 0
    escapes_breaks: bool = False

    @property
    def texts(self) -> list[MarkedText]:
        """The text to translate."""
        text = self.element.get(self.name, "")
        return [MarkedText(unescape_breaks(text) if self.escapes_breaks else text)]

    def write(self, translations: Iterator[MarkedText]) -> None:
        """Set the attribute. Programs call a document damaged if the text is too long, so it is cut then."""
        text = next(translations).text
        if self.longest and len(text.encode("utf-16-le")) > 2 * self.longest:
            cut = text.encode("utf-16-le")[: 2 * (self.longest - 1)].decode("utf-16-le", "ignore")
            text = f"{cut.rstrip()}…"
        self.element.set(self.name, escape_breaks(text) if self.escapes_breaks else text)


def unescape_breaks(text: str) -> str:
    """Return the text of an attribute of a workbook, where line breaks are written as `_x000a_`."""
    return re.sub("_x000a_", "\n", text, flags=re.IGNORECASE)


def escape_breaks(text: str) -> str:
    """Return a text as a workbook writes it in an attribute."""
    return text.replace("\n", "_x000a_")


def paragraphs_of(root: Element, how: Format) -> list[Paragraph]:
    """The paragraphs of a part that have texts to translate."""
    found = []
    for element in how.find(root):
        parts = [part if isinstance(part, FixedPart) else stretch_of(part) for part in how.content(element)]
        paragraph = Paragraph(element, parts, how)
        if paragraph.stretches:
            found.append(paragraph)
    return found


@dataclass(frozen=True, slots=True)
class PackagePart:
    """A part of a package, with its paragraphs."""

    name: str
    root: Element
    paragraphs: Sequence[Paragraph | AttributeText]
    format: Format

    def without(self, is_left_out: Callable[[Paragraph | AttributeText], bool]) -> PackagePart:
        """Return the part without the paragraphs that `is_left_out` selects."""
        return replace(self, paragraphs=[each for each in self.paragraphs if not is_left_out(each)])


@dataclass(frozen=True, slots=True)
class OfficeDocument:
    """The parts of a package that have texts."""

    package: ZipPackage
    parts: Sequence[PackagePart]

    @property
    def texts(self) -> list[MarkedText]:
        """The texts to translate, in the order of the package."""
        return texts_of(self.parts)

    def notes(self, target_lang: str) -> list[str]:
        """Say that the workbooks behind charts are not translated."""
        # Workbooks that a text embeds as tables are in the same folder; only the charts' own links tell them apart.
        links = [name for name in self.package.names if _LINKS_OF_CHART.search(name)]
        count = sum(self.package.contains(name, b"/embeddings/") for name in links)
        if not count:
            return []
        one = "The data sheet of 1 chart is not translated; editing it brings the former names back."
        several = "The data sheets of {count} charts are not translated; editing them brings the former names back."
        return [pluralize(count, one, several)]

    def write(self, path: Path, translations: Sequence[MarkedText], *, target_lang: str) -> None:
        """Write the package with these translations, one for each text and in the same order."""
        write_parts(self.package, self.parts, path, translations, target_lang=target_lang)


def office_document(path: Path, main: str, formats: Mapping[tuple[str, ...], Format]) -> OfficeDocument:
    """Read a document. `formats` are keyed by suffixes of content types; `main` is that of the main part.

    Raises UnreadableDocument.
    """
    package = OfficePackage(path)
    package.check_main(main)
    return OfficeDocument(package, parts_of(package, [(package.parts(*types), how) for types, how in formats.items()]))


def parts_of(package: ZipPackage, formats: Sequence[tuple[Sequence[str], Format]]) -> list[PackagePart]:
    """Read the named parts, each in its format. Raises UnreadableDocument."""
    parts = []
    for names, how in formats:
        for name in names:
            root = package.root(name)
            if (etree.QName(root).namespace or "").startswith(_STRICT):
                raise UnreadableDocument("It is Strict Open XML.", remedy="Save it in the ordinary format.")
            parts.append(PackagePart(name, root, [*paragraphs_of(root, how), *_descriptions(root)], how))
    return parts


def _descriptions(root: Element) -> list[AttributeText]:
    """Return the descriptions of pictures and shapes. A file name is none: some programs set it by themselves."""
    return [
        AttributeText(each, name)
        for each in root.iter("{*}docPr", "{*}cNvPr")
        for name in ("title", "descr")
        if has_words(each.get(name, "")) and not _FILE_NAME.search(each.get(name, ""))
    ]


def texts_of(parts: Sequence[PackagePart]) -> list[MarkedText]:
    """Return the texts of these parts, in order."""
    return [text for part in parts for each in part.paragraphs for text in each.texts]


def write_parts(
    package: ZipPackage,
    parts: Sequence[PackagePart],
    path: Path,
    translations: Sequence[MarkedText],
    *,
    target_lang: str,
    more: Mapping[str, Callable[[], bytes]] | None = None,
) -> None:
    """Write the package with the translations in its parts; `more` are other changed parts."""
    translated = iter(translations)
    for part in parts:
        for paragraph in part.paragraphs:
            paragraph.write(translated)
        part.format.put_in_language(part.root, target_lang)
    package.write(path, {**{part.name: partial(serialize, part.root) for part in parts}, **(more or {})})
