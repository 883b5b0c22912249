"""Publishing all dictionaries of a table that changed: planned together, sent one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from termdesk.application.failures import OutOfDate
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.publishing.publish_plan import PublishPlan, PublishReport
from termdesk.application.glossaries.publishing.publishing import Publishing
from termdesk.domain.errors import Stopped, TermdeskError
from termdesk.domain.progress import NoProgress, Progress


@dataclass(frozen=True, slots=True)
class MultilingualReport:
    """What was done: the reports of the dictionaries that were sent, and, after a `failure`, those that still wait.

    The first that waits is the one that failed. Publishing again sends only what still differs.
    """

    published: tuple[tuple[OpenDictionary, PublishReport], ...]
    waiting: tuple[OpenDictionary, ...] = ()
    failure: TermdeskError | None = None


async def changed(dictionaries: Sequence[OpenDictionary]) -> list[OpenDictionary]:
    """Those that the service does not hold as they are here; of those without entries only where it has some."""
    return [each for each in dictionaries if not await each.is_as_published() and (len(each) or each.is_published)]


async def publish_all(
    publishing: Publishing, plans: Sequence[PublishPlan], progress: Progress = NoProgress()
) -> MultilingualReport:
    """Carry out plans in order. Stops at the first that fails, and says so instead of raising; `Stopped` goes through.

    The first call for a new glossary makes it, so later plans for the same one are made anew before they are sent.
    """
    done: list[tuple[OpenDictionary, PublishReport]] = []
    dictionaries = [plan.dictionary for plan in plans]
    for number, plan in enumerate(plans):
        progress.step(number, len(plans))
        try:
            done.append((plan.dictionary, await publishing.publish(await _fresh(publishing, plan), progress)))
        except Stopped:
            raise
        except TermdeskError as error:
            return MultilingualReport(tuple(done), tuple(dictionaries[number:]), error)
    progress.step(len(plans), len(plans))
    return MultilingualReport(tuple(done))


async def _fresh(publishing: Publishing, plan: PublishPlan) -> PublishPlan:
    """The plan as it was shown, or, where the glossary came to the service since, the one that puts it there."""
    known = plan.dictionary.draft.glossary_id
    await plan.dictionary.refresh()
    if plan.dictionary.draft.glossary_id == known:
        return plan
    fresh = await publishing.plan(plan.dictionary)
    # Somebody else was there meanwhile: what would be sent is not what was shown.
    if fresh.needs_merge or fresh.violations or fresh.difference != plan.difference:
        raise OutOfDate
    return fresh
