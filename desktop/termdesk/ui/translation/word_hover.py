"""Highlights corresponding words in both texts while the mouse is over one of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Protocol

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QMouseEvent
from shiboken6 import isValid

from termdesk.application.translation.translation import TranslationResult
from termdesk.domain.texts import WordLink
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.text_area import TextArea

Ranges = list[tuple[int, int]]


class WordLinker(Protocol):
    """The use case interface that the highlighting needs."""

    async def word_links(self, result: TranslationResult) -> Sequence[WordLink] | None:
        """Return which words of a translation correspond to which words of the text.

        Empty if no engine knows them; None if they cannot be requested.
        """


class WordHover(QObject):
    """Requests the word links of a result when the mouse first moves over it.

    `words` is shown if no engine knows the links.
    """

    def __init__(self, linker: WordLinker, source: TextArea, target: TextArea, *, jobs: Jobs) -> None:
        super().__init__(target)
        self._use_case = linker
        self._source, self._target = source, target
        self._jobs = jobs
        self._result: TranslationResult | None = None
        self.words = PlainLabel(
            self.tr("For this translation, no engine tells which words belong together."), tone="muted", wraps=True
        )
        self.words.setObjectName("translate_links")
        self.words.hide()
        # None until they are requested.
        self._links: Sequence[WordLink] | None = None
        # Where the mouse is while the links are requested.
        self._waiting: tuple[TextArea, int] | None = None
        for area in (source, target):
            area.viewport().setMouseTracking(True)
            area.viewport().installEventFilter(self)

    def show_for(self, result: TranslationResult | None) -> None:
        """Set the result; None while there is none, or it is outdated."""
        if result is not self._result:
            self._result, self._links, self._waiting = result, None, None
            self.words.hide()
        self._point([], [])

    def point(self, area: TextArea, position: int) -> None:
        """Highlight the word at a position of one of the texts (in code points), and the corresponding words."""
        result = self._result
        if result is None or self._target.toPlainText() != result.text:
            # After a manual correction, the positions of the words are no longer valid.
            self._point([], [])
            return
        self._waiting = (area, position)
        if self._links is None:
            self._links = ()
            self._jobs.start(JobKind.LINK_WORDS, self.tr("Looking for words"), partial(self._read, result))
            return
        touched = [each for each in self._links if _holds(each, position, at_source=area is self._source)]
        self._point(
            sorted({(each.source_start, each.source_end) for each in touched}),
            sorted({(each.target_start, each.target_end) for each in touched}),
        )

    async def _read(self, result: TranslationResult) -> None:
        links = await self._use_case.word_links(result)
        if isValid(self) and result is self._result:
            self._links = links or ()
            self.words.setVisible(links is not None and not links)
            # The mouse may rest on a word since then.
            if self._waiting is not None:
                self.point(*self._waiting)

    def _point(self, in_source: Ranges, in_target: Ranges) -> None:
        self._source.point_at(in_source)
        self._target.point_at(in_target)

    # Qt overrides

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._waiting = None
            self._point([], [])
        elif isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseMove and not event.buttons().value:
            area = self._source if watched is self._source.viewport() else self._target
            self.point(area, area.position_at(event.position().toPoint()))
        return False


def _holds(link: WordLink, position: int, *, at_source: bool) -> bool:
    start, end = (link.source_start, link.source_end) if at_source else (link.target_start, link.target_end)
    return start <= position < end
