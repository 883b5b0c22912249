"""A violation in a dictionary without an open page: the dictionary is left out, or opened at the row."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

from PySide6.QtWidgets import QPushButton

from support.running_service import RunningService
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.session.session import Session
from termdesk.domain.provider import Provider
from termdesk.ui.glossaries.pane.glossaries_pane import GlossariesPane
from termdesk.ui.glossaries.publishing.publish_dialog import PublishDialog
from termdesk.ui.glossaries.publishing.violations_dialog import ViolationsDialog
from termdesk.ui.shell.notices import Notices

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Draft = Callable[[str, Mapping[str, Sequence[tuple[str, str]]]], GlossarySummary]
Opened = Callable[[type[Any]], Any]
Rest = Callable[[], None]


def test_what_breaks_a_rule_is_left_out_or_opened_at_its_row(
    service: RunningService,
    session: Session,
    pane: GlossariesPane,
    use_cases: LazyUseCases,
    draft: Draft,
    finish: Finish,
    opened: Opened,
    at_rest: Rest,
) -> None:
    finish(session.use(Provider("custom", service.url), service.key))
    right, wrong = f"A {uuid.uuid4().hex}", f"B {uuid.uuid4().hex}"
    draft(right, {"de": [("nut", "Mutter")]})
    draft(wrong, {"de": [("nut", "Mutter"), ("bolt", "")]})
    finish(pane.read_library())

    pane.publishing.ask_publish_everything()
    dialog = opened(ViolationsDialog)
    assert dialog.windowTitle() == f"{wrong}, en → de"
    other = dialog.findChild(QPushButton, "question_other")
    assert other is not None
    other.click()
    plan = opened(PublishDialog)
    assert [each.draft.glossary_name for each in plan.chosen] == [right]
    plan.reject()
    at_rest()

    pane.publishing.ask_publish_everything()
    opened(ViolationsDialog).accept_button.click()
    at_rest()

    assert pane.page is not None
    assert pane.page.name == wrong
    assert pane.page.grid.current_cell() == (1, 1)
    assert finish(use_cases.bulk_publisher.find_unfinished()) == []


def test_several_locked_dictionaries_are_reported_in_one_notice(
    service: RunningService,
    session: Session,
    pane: GlossariesPane,
    use_cases: LazyUseCases,
    notices: Notices,
    draft: Draft,
    finish: Finish,
    opened: Opened,
    at_rest: Rest,
) -> None:
    finish(session.use(Provider("custom", service.url, title="Agency"), service.key))
    free, *locked = (f"{letter} {uuid.uuid4().hex}" for letter in "ABC")
    for name in (free, *locked):
        made = draft(name, {"de": [("nut", "Mutter")]})
        if name in locked:
            finish(use_cases.library.locks.lock(made))
    finish(pane.read_library())

    pane.publishing.ask_publish_everything()
    plan = opened(PublishDialog)

    assert [each.draft.glossary_name for each in plan.chosen] == [free]
    [reported] = [each for each in notices.texts() if "left out" in each]
    assert reported == (
        "2 dictionaries are left out Locked to this computer, so nothing was sent: "
        f"{locked[0]}, en → de; {locked[1]}, en → de. To send it, unlock it first: Glossary › Keep on this computer."
    )
    plan.reject()
    at_rest()
