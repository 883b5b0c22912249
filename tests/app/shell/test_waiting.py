"""While the service asks to wait, the window says so and for how long. Cancel ends the wait."""

from __future__ import annotations

import pytest

from app.program import Program, at_rest

pytestmark = pytest.mark.scorecard("R30")


def test_a_pause_that_the_service_asks_for_is_told_and_can_be_cancelled(program: Program) -> None:
    pane = program.controller.glossaries
    program.until(lambda: at_rest(program))

    async def hold_back() -> None:
        api = await program.controller.use_cases.session.api()
        await api.local.inject_fault({"family": "glossaries", "next": 1, "status": 429, "retry_after": 30})

    program.wait_for(hold_back())
    pane.refresh()
    status = program.controller.window.status.jobs
    program.until(lambda: "The service asks to wait for" in status.label.text())

    program.click(status.cancel)

    program.until(lambda: at_rest(program))
    assert not status.label.isVisible()
