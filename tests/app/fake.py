"""Connects the program to a fake service."""

from __future__ import annotations

from app.program import Program
from support.services.fake_service import FakeService
from termdesk.domain.provider import Provider

KEY = "a-good-key-0001"


def connect(program: Program, fake: FakeService) -> None:
    """Change to the fake service as the dialog does."""
    program.wait_for(program.controller.use_cases.session.use(Provider("custom", fake.url), KEY))
    program.wait_for(program.controller.connect_now())
    at_rest(program)


def at_rest(program: Program) -> None:
    program.until(lambda: not program.controller.window.jobs.running)
