"""Translates markup: each sentence with its inline elements. Everything else stays as written."""

from __future__ import annotations

from dataclasses import dataclass

from termdesk.service.engines.marked_translation import CachedTranslate, Translate, combine_reports, translate_marked
from termdesk.service.engines.results import EngineTranslation
from termdesk.service.markup.nodes import parse
from termdesk.service.markup.options import Kind, MarkupOptions
from termdesk.service.markup.segments import Segment, parts


@dataclass(frozen=True, slots=True)
class MarkupTranslation:
    """The translated markup, a report for each sentence or paragraph, and the number of code points without tags."""

    text: str
    reports: tuple[EngineTranslation, ...]
    billed_characters: int

    @property
    def report(self) -> EngineTranslation:
        """All reports combined, weighted by their numbers of words."""
        return combine_reports(self.text, [(len(report.text.split()), report) for report in self.reports])


@dataclass(frozen=True, slots=True)
class Markup:
    """Parsed markup, ready for translation."""

    parts: tuple[str | Segment, ...]

    @property
    def plain(self) -> str:
        """The text to translate, one sentence a line; for language detection."""
        return "\n".join(part.marked.text for part in self.parts if isinstance(part, Segment))

    @property
    def billed_characters(self) -> int:
        """The characters of the texts, without tags."""
        return sum(len(part.marked.text) for part in self.parts if isinstance(part, Segment))

    async def translate(self, translate: Translate) -> MarkupTranslation:
        """Translate all sentences, calling `translate` once for each text. Raises the errors of `translate`."""
        asked = CachedTranslate(translate)
        written: list[str] = []
        reports: list[EngineTranslation] = []
        for part in self.parts:
            if isinstance(part, str):
                written.append(part)
                continue
            translation = await translate_marked(part.marked, asked)
            written.append(part.write(translation.marked))
            reports.append(translation.report)
        return MarkupTranslation("".join(written), tuple(reports), self.billed_characters)


def read_markup(text: str, *, kind: Kind, options: MarkupOptions) -> Markup:
    """Parse markup. Raises MalformedMarkup."""
    root = parse(text, kind=kind, options=options)
    return Markup(tuple(parts(text, root, kind=kind, options=options)))
