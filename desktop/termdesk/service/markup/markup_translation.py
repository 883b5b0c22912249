"""Translates markup: each sentence with its inline elements. Everything else stays as it was written."""

from __future__ import annotations

from dataclasses import dataclass

from termdesk.service.engines.marked_translation import CachedTranslate, Translate, joined, translate_marked
from termdesk.service.engines.results import EngineTranslation
from termdesk.service.markup.nodes import parse
from termdesk.service.markup.options import Kind, MarkupOptions
from termdesk.service.markup.segments import Segment, parts


@dataclass(frozen=True, slots=True)
class MarkupTranslation:
    """The translated markup, one report a sentence or paragraph, and the code points of text without markup."""

    text: str
    reports: tuple[EngineTranslation, ...]
    billed_characters: int

    @property
    def report(self) -> EngineTranslation:
        """All reports as one, each with the weight of its words."""
        return joined(self.text, [(len(report.text.split()), report) for report in self.reports])


@dataclass(frozen=True, slots=True)
class Markup:
    """Markup that was read and can be translated."""

    parts: tuple[str | Segment, ...]

    @property
    def plain(self) -> str:
        """The text to translate, one line each; enough to detect its language."""
        return "\n".join(part.marked.text for part in self.parts if isinstance(part, Segment))

    @property
    def billed_characters(self) -> int:
        """The characters of the texts, without tags."""
        return sum(len(part.marked.text) for part in self.parts if isinstance(part, Segment))

    async def translated(self, translate: Translate) -> MarkupTranslation:
        """Raises what `translate` raises; it is asked once for each text."""
        asked = CachedTranslate(translate)
        written: list[str] = []
        reports: list[EngineTranslation] = []
        for part in self.parts:
            if isinstance(part, str):
                written.append(part)
                continue
            translation = await translate_marked(part.marked, asked)
            written.append(part.written(translation.marked))
            reports.append(translation.report)
        return MarkupTranslation("".join(written), tuple(reports), self.billed_characters)


def read_markup(text: str, *, kind: Kind, options: MarkupOptions) -> Markup:
    """Raises MalformedMarkup."""
    root = parse(text, kind=kind, options=options)
    return Markup(tuple(parts(text, root, kind=kind, options=options)))
