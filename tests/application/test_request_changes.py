"""What makes an improvement outdated, and what does not."""

from __future__ import annotations

from dataclasses import replace

from termdesk.application.improvement.improvement import ImproveRequest
from termdesk.application.request_changes import RequestPart, changes_of_improvement
from termdesk.domain.texts import Improve


def test_improvements_depend_on_text_language_and_mode() -> None:
    made = ImproveRequest("A text.", "en-US", Improve.REPHRASE, tone="friendly")

    assert changes_of_improvement(made, replace(made)) == frozenset()
    assert changes_of_improvement(made, replace(made, text="")) == {RequestPart.TEXT}
    assert changes_of_improvement(made, replace(made, target="en-GB")) == {RequestPart.LANGUAGES}
    assert changes_of_improvement(made, replace(made, tone=None)) == {RequestPart.MODE}
    assert changes_of_improvement(made, replace(made, how=Improve.CORRECT)) == {RequestPart.MODE}
