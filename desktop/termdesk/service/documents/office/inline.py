"""Converts the content of an office document's paragraph to marked text and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Protocol, TypeAlias

from termdesk.service.documents.xml_files import Element, etree
from termdesk.service.engines.marked_text import MarkedText, MarkedTextBuilder, SpanStart


@dataclass(frozen=True, slots=True)
class Run:
    """Text with one look; `look` is the element with its formatting, or None."""

    text: str
    look: Element | None


@dataclass(frozen=True, slots=True)
class Atom:
    """Elements that are kept unchanged. `text` is what they display, for the engine to see.

    `made` returns them; it may remove them from their place, so it is called only when the paragraph is written.
    """

    made: Callable[[], Sequence[Element]]
    text: str = ""


@dataclass(frozen=True, slots=True)
class Container:
    """An element around runs: a hyperlink, an insertion, a field.

    The runs are inside the element `shell`: in its descendant `slot`, after the elements `stays`. Without a shell, the
    atoms `before` and `behind` surround the runs.
    """

    children: Sequence[Inline]
    shell: Element | None = None
    slot: Element | None = None
    stays: Sequence[Element] = ()
    before: Sequence[Atom] = ()
    behind: Sequence[Atom] = ()


Inline: TypeAlias = Run | Atom | Container


class MakeRuns(Protocol):
    """Creates the elements for text with a look, in the document's format."""

    def __call__(self, text: str, look: Element | None) -> Sequence[Element]: ...


@dataclass(frozen=True, slots=True)
class _Look:
    """The mark of text whose look differs from the surrounding text."""

    element: Element | None


@dataclass(slots=True)
class _Base:
    """The mark of a container, with the look of most of its text."""

    container: Container
    look: Element | None


@dataclass(frozen=True, slots=True)
class Stretch:
    """Inline content as a text to translate. `look` applies to text without a mark."""

    marked: MarkedText
    look: Element | None

    def write(self, translation: MarkedText, make: MakeRuns) -> list[Element]:
        """Return the elements of a translation, whose spans have the same indexes as those of the text."""
        top = etree.Element("top")
        # The parent for new elements, and the look of text in it.
        stack: list[tuple[Element, Element | None]] = [(top, self.look)]
        protected = 0
        for chunk in translation.chunks():
            parent, look = stack[-1]
            if isinstance(chunk, str):
                if not protected:
                    parent.extend(make(chunk, look))
                continue
            mark = chunk.span.mark
            if isinstance(mark, Atom):
                protected += 1 if isinstance(chunk, SpanStart) else -1
                if isinstance(chunk, SpanStart):
                    parent.extend(mark.made())
            elif not isinstance(chunk, SpanStart):
                stack.pop()
                if isinstance(mark, _Base):
                    _extend(stack[-1][0], mark.container.behind)
            elif isinstance(mark, _Base):
                stack.append((_open_container(mark.container, parent), mark.look))
            elif isinstance(mark, _Look):
                stack.append((parent, mark.element))
        return list(top)


def stretch_of(content: Sequence[Inline]) -> Stretch:
    """Convert the content to marked text; text with the most frequent look gets no mark."""
    collected = _CollectedRuns()
    look = _main_look(content)
    collected.add(content, look, -1)
    return Stretch(collected.built.finish(), look)


@dataclass(slots=True)
class _CollectedRuns:
    built: MarkedTextBuilder = field(default_factory=MarkedTextBuilder)

    def add(self, content: Sequence[Inline], look: Element | None, parent: int) -> None:
        base = key_of(look)
        for each in _merge_neighbors(content):
            if isinstance(each, Run) and key_of(each.look) == base:
                self.built.append(each.text)
            elif isinstance(each, Run):
                with_look = self.built.open(_Look(each.look), parent)
                self.built.append(each.text)
                self.built.close(with_look)
            elif isinstance(each, Atom):
                atom = self.built.open(each, parent, is_protected=bool(each.text))
                self.built.append(each.text)
                self.built.close(atom)
            else:
                inner = _main_look(each.children)
                container = self.built.open(_Base(each, inner), parent)
                self.add(each.children, inner, container)
                self.built.close(container)


def key_of(look: Element | None) -> bytes:
    """Return a key that is equal for equal looks. The proofing language is ignored."""
    return b"" if look is None else _key(etree.tostring(look, with_tail=False))


@lru_cache(maxsize=4096)
def _key(written: bytes) -> bytes:
    """Cached, because a document has thousands of runs but only a few looks."""
    look = etree.fromstring(written)
    look.attrib.pop("lang", None)
    for each in list(look):
        if isinstance(each.tag, str) and etree.QName(each).localname in ("lang", "noProof"):
            look.remove(each)
    if not len(look) and not look.attrib:
        return b""
    key: bytes = etree.tostring(look, method="c14n")
    return key


def _main_look(content: Sequence[Inline]) -> Element | None:
    weight: Counter[bytes] = Counter()
    looks: dict[bytes, Element | None] = {}
    for run in content:
        if isinstance(run, Run):
            key = key_of(run.look)
            looks.setdefault(key, run.look)
            # Spaces count little, because their look is hardly visible.
            weight[key] += 1 + 10 * len(run.text.strip())
    return looks[weight.most_common(1)[0][0]] if weight else None


def _merge_neighbors(content: Sequence[Inline]) -> Iterator[Inline]:
    """Merge neighbors with the same look: programs split runs wherever something was typed."""
    last: Run | None = None
    for each in content:
        if isinstance(each, Run):
            if last is not None and key_of(last.look) == key_of(each.look):
                last = Run(last.text + each.text, last.look)
                continue
            if last is not None:
                yield last
            last = each
            continue
        if last is not None:
            yield last
        last = None
        yield each
    if last is not None:
        yield last


def _open_container(container: Container, parent: Element) -> Element:
    """Return the element that takes the content of a container."""
    if container.shell is None or container.slot is None:
        _extend(parent, container.before)
        return parent
    parent.append(container.shell)
    for child in list(container.slot):
        if child not in container.stays:
            container.slot.remove(child)
    return container.slot


def _extend(parent: Element, atoms: Sequence[Atom]) -> None:
    for atom in atoms:
        parent.extend(atom.made())
