"""Ask the service which glossaries can be used for a translation."""

from __future__ import annotations

from collections.abc import Sequence

from termdesk.application.languages.languages import LanguageLists
from termdesk.application.session.session import Session
from termdesk.application.translation.glossary_choice import GlossaryChoice, choice
from termdesk.client.errors import ServiceError
from termdesk.domain.language.language import Language, Resource
from termdesk.messages.text_messages import GlossaryMessage


async def find_glossaries(
    session: Session, languages: LanguageLists, resource: Resource, *, source: str | None, targets: Sequence[str]
) -> GlossaryChoice:
    """Return the glossaries that fit all these directions, or the reason why there are none.

    `resource` is the kind of translation; its languages show whether they support glossaries. If the service fails to
    list glossaries, this is only a reason and no error, because translating works without them.
    """
    found, known = await _list_glossaries(session, languages, resource)
    for target in targets:
        if not found.glossaries and found.reason:
            break
        found = choice(found.glossaries, source=source, target=target, languages=known)
    return found


async def find_glossaries_by_target(
    session: Session, languages: LanguageLists, resource: Resource, *, source: str | None, targets: Sequence[str]
) -> dict[str, GlossaryChoice]:
    """Return what `find_glossaries` returns for each target separately."""
    listed, known = await _list_glossaries(session, languages, resource)
    if listed.reason:
        return dict.fromkeys(targets, listed)
    return {each: choice(listed.glossaries, source=source, target=each, languages=known) for each in targets}


async def _list_glossaries(
    session: Session, languages: LanguageLists, resource: Resource
) -> tuple[GlossaryChoice, Sequence[Language]]:
    """Return all glossaries, or the reason why there are none, and the languages of `resource`."""
    api = await session.api()
    try:
        known = (await languages.list(resource)).languages
        return GlossaryChoice(tuple(await api.glossaries.list())), known
    except ServiceError as error:
        session.report_failure(error)
        return GlossaryChoice(reason=GlossaryMessage.NOT_LISTED(reason=error.message)), ()
