"""How often each dictionary was edited in this program: who read it before knows that it is older."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.domain.entries.changes import Change
from termdesk.domain.event import Event
from termdesk.domain.language.language import LanguagePair

# A glossary or a draft, and a pair: a draft stays the same when it is published, its glossary has another key then.
EditKey = tuple[str, str]


def edit_keys(glossary_key: str, draft_id: str | None, pair: LanguagePair) -> tuple[EditKey, ...]:
    """What a dictionary is counted as."""
    return tuple((each, str(pair.roots)) for each in (glossary_key, draft_id) if each)


class EditCounts(Counter[EditKey]):
    """Single changes of each dictionary since the program began.

    `counted` is emitted with the keys at each change, in the window's thread: subscribers have to be quick.
    """

    def __init__(self) -> None:
        super().__init__()
        self.counted = Event[Collection[EditKey]]()

    def count(self, dictionary: OpenDictionary) -> None:
        """Count the changes of this one from now on."""

        def changed(_change: Change, _inverse: Change) -> None:
            keys = edit_keys(dictionary.draft.glossary_key, dictionary.draft.draft_id, dictionary.pair)
            self.update(keys)
            self.counted.emit(keys)

        dictionary.changed.subscribe(changed)
