"""Count the edits of each dictionary in this program, so that a reader can tell whether its copy is outdated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.domain.entries.changes import Change
from termdesk.domain.event import Event
from termdesk.domain.language.language import LanguagePair

# A glossary key or a draft id, with a pair. Publishing keeps the draft id, but changes the key of a new glossary.
EditKey = tuple[str, str]


def edit_keys(glossary_key: str, draft_id: str | None, pair: LanguagePair) -> tuple[EditKey, ...]:
    """The keys under which the edits of a dictionary are counted."""
    return tuple((each, str(pair.roots)) for each in (glossary_key, draft_id) if each)


class EditCounts(Counter[EditKey]):
    """The number of changes of each dictionary since the program started.

    `counted` is emitted with the keys after each change, in the GUI thread; its subscribers must be fast.
    """

    def __init__(self) -> None:
        super().__init__()
        self.counted = Event[Collection[EditKey]]()

    def count(self, dictionary: OpenDictionary) -> None:
        """Start to count the changes of this dictionary."""

        def count_edit(_change: Change, _inverse: Change) -> None:
            keys = edit_keys(dictionary.draft.glossary_key, dictionary.draft.draft_id, dictionary.pair)
            self.update(keys)
            self.counted.emit(keys)

        dictionary.changed.subscribe(count_edit)
