"""R41: dictionaries are opened, closed, published and deleted at random, under open questions and running jobs.

`dev.py test --long` makes two monkeys play for ten minutes each. `TERMDESK_MONKEY_SECONDS` and `TERMDESK_MONKEY_STEPS`
override this; `TERMDESK_MONKEY_SEED` chooses other random actions. A failure prints the seed and the last steps.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from app.glossaries.library_monkey import LibraryMonkey
from app.program import Program
from support.campaign import IS_LONG, size, steps
from support.multilingual_glossary import made, own_entries
from support.proof.scorecard_plugin import Held
from termdesk.domain.entries.entries import Entries

pytestmark = pytest.mark.scorecard("R41")

STEPS = size(180, 1_000, variable="TERMDESK_MONKEY_STEPS")
SECONDS = size(0, 600, variable="TERMDESK_MONKEY_SECONDS")
SEEDS = [int(each) for each in os.environ.get("TERMDESK_MONKEY_SEED", "9,41" if IS_LONG else "5,9").split(",")]
CHECKED_EVERY = 60
ROWS = [(f"bolt {number}", f"Schraube {number}") for number in range(60)]
REFUSED = [*ROWS[:3], ("bolt 1", "again"), ("", "empty")]


async def furnish(program: Program) -> None:
    """Create glossaries of several kinds: one on the service, one with many languages, one that cannot be published."""
    cases = program.controller.use_cases
    summary = await made(cases.library, "Published", {"de": Entries.of(ROWS), "fr": Entries.of(ROWS[:9])})
    dictionary = await cases.library.open(summary, summary.rows[0].pair)
    await cases.publisher.publish(await cases.publisher.plan(dictionary))
    await cases.library.close(dictionary)
    await made(cases.library, "Languages", own_entries())
    await made(cases.library, "Refused", {"de": Entries.of(REFUSED), "fr": Entries.of(REFUSED)})
    await program.controller.glossaries.read_library()


@pytest.mark.parametrize("seed", SEEDS)
def test_dictionaries_come_and_go_under_open_questions(
    make_program: Callable[[Path], Program],
    program_folder: Path,
    seed: int,
    monkeypatch: pytest.MonkeyPatch,
    held: Held,
) -> None:
    # Files without an explicit folder go to this one, which is deleted.
    monkeypatch.chdir(program_folder.parent)
    program = make_program(program_folder)
    program.wait_for(furnish(program))
    monkey = LibraryMonkey(program, seed)
    try:
        for number in steps(STEPS, SECONDS):
            monkey.act()
            # With 0, the event loop would not run.
            program.qtbot.wait(1)
            for bug in program.bugs:
                raise bug
            if number % CHECKED_EVERY == 0:
                monkey.calm_down()
                monkey.check()
    except BaseException:
        print(f"seed {seed}, step {len(monkey.steps)}; the last ones:", *monkey.steps[-25:], sep="\n  ")
        raise
    monkey.calm_down()
    monkey.check()
    held(f"library, seed {seed}: 0 tracebacks in {number:,} steps")
