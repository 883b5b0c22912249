"""Ask the service which glossaries can be used for a translation."""

from __future__ import annotations

from collections.abc import Sequence

from termdesk.application.languages.languages import LanguageLists
from termdesk.application.session.session import Session
from termdesk.application.translation.glossary_choice import GlossaryChoice, choice
from termdesk.client.errors import ServiceError
from termdesk.domain.language.language import Resource
from termdesk.messages.text_messages import GlossaryMessage


async def find_glossaries(
    session: Session, languages: LanguageLists, resource: Resource, *, source: str | None, targets: Sequence[str]
) -> GlossaryChoice:
    """The glossaries that fit all these directions, or the reason why there are none.

    `resource` is what is translated with them: its languages tell whether they have glossaries.

    One can translate without glossaries, so a service that does not list them is only a reason.
    """
    api = await session.api()
    try:
        listed = await languages.list(resource)
        glossaries = await api.glossaries.list()
    except ServiceError as error:
        session.heard(error)
        return GlossaryChoice(reason=GlossaryMessage.NOT_LISTED(reason=error.message))
    found = GlossaryChoice(tuple(glossaries))
    for target in targets:
        found = choice(found.glossaries, source=source, target=target, languages=listed.languages)
        if not found.glossaries:
            break
    return found
