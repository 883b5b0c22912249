"""Which glossaries can be used for documents in several languages, and for which of the languages each cannot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from termdesk.application.languages.languages import LanguageLists
from termdesk.application.session.session import Session
from termdesk.application.translation.glossary_choice import GlossaryChoice
from termdesk.application.translation.glossary_lookup import find_glossaries, find_glossaries_by_target
from termdesk.domain.errors import TermdeskError
from termdesk.domain.glossary import Glossary
from termdesk.domain.language.language import Resource
from termdesk.messages.text_messages import GlossaryMessage


@dataclass(frozen=True, slots=True)
class DocumentGlossaries:
    """The glossaries that fit at least one target; those that fit every target come first.

    `reason` says why there are none, or gives advice. Without any target, all glossaries are listed. `ids_by_target`
    has the ids of the glossaries that fit each target.
    """

    glossaries: tuple[Glossary, ...] = ()
    reason: str = ""
    by_target: Mapping[str, GlossaryChoice] = field(default_factory=dict)
    ids_by_target: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @property
    def lacks_dictionary(self) -> bool:
        """Whether publishing a dictionary would help, because no glossary has one for any target."""
        return bool(self.by_target) and all(each.lacks_dictionary for each in self.by_target.values())

    def targets_without(self, glossary: Glossary) -> tuple[str, ...]:
        """Return the targets for which a glossary cannot be used."""
        return tuple(target for target, ids in self.ids_by_target.items() if glossary.glossary_id not in ids)


async def find_document_glossaries(
    session: Session, languages: LanguageLists, *, source: str | None, targets: Sequence[str]
) -> DocumentGlossaries:
    """Return the glossaries for documents, each with the targets that it fits. Never raises.

    Without a connection this is only a reason: documents can be added to the list, and wait there.
    """
    try:
        return await _find(session, languages, source=source, targets=targets)
    except TermdeskError as error:
        session.report_failure(error)
        return DocumentGlossaries(reason=GlossaryMessage.NOT_LISTED(reason=error.message))


async def _find(
    session: Session, languages: LanguageLists, *, source: str | None, targets: Sequence[str]
) -> DocumentGlossaries:
    resource = Resource.TRANSLATE_DOCUMENT
    if not targets:
        everything = await find_glossaries(session, languages, resource, source=source, targets=())
        return DocumentGlossaries(everything.glossaries, everything.reason)
    by_target = await find_glossaries_by_target(session, languages, resource, source=source, targets=targets)
    found = {each.glossary_id: each for choice in by_target.values() for each in choice.glossaries}
    # A reason why one target has no glossary says nothing about the others.
    reasons = [each.reason for each in by_target.values() if each.reason and bool(each.glossaries) == bool(found)]
    ids_by_target = {
        target: frozenset(each.glossary_id for each in choice.glossaries) for target, choice in by_target.items()
    }
    # Each target that a glossary fits counts once.
    counts = Counter(glossary_id for ids in ids_by_target.values() for glossary_id in ids)
    order = sorted(found.values(), key=lambda each: -counts[each.glossary_id])
    return DocumentGlossaries(tuple(order), next(iter(reasons), ""), by_target, ids_by_target)
