"""A text with its translation while spans are being placed; shared by all levels and the protected parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from termdesk.service.engines.projection.borders import Borders
from termdesk.service.engines.projection.occurrences import Occurrences
from termdesk.service.engines.projection.part_translations import PartTranslation
from termdesk.service.engines.projection.span_tree import ROOT, Range, SpanTree


class NotProjected(Exception):
    """The translation lacks a protected part, or has it in a place where it would split a span."""


class BothTexts:
    """The state of the projection; `found` are the target ranges placed so far.

    For each span that contains protected parts, `needed` has the target range of these parts, which it must enclose.
    """

    def __init__(self, source: str, target: str, tree: SpanTree, alone: Mapping[int, PartTranslation]) -> None:
        self.source, self.target, self.tree, self.alone = source, target, tree, alone
        self.source_borders, self.target_borders = Borders(source, tree.protected_ranges), Borders(target)
        self.in_source, self.in_target = Occurrences(source), Occurrences(target)
        self.found: dict[int, Range] = {}
        self.needed: dict[int, Range] = {}

    def protect_in_target(self, ranges: Iterable[Range]) -> None:
        """Note where the protected parts are in the translation, so that no span ends inside one."""
        self.target_borders = Borders(self.target, ranges)

    def range_of(self, index: int) -> Range:
        """The range of a span in the translation, in code points."""
        return (0, len(self.target)) if index == ROOT else self.found[index]
