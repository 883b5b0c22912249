"""How often each dictionary was edited in this program: who read it before knows that it is older."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from termdesk.application.editing import OpenDictionary
from termdesk.domain.changes import Change


class EditCounts(Counter[tuple[str, str]]):
    """Single changes by glossary (`shelf_key`) and pair, since the program began.

    `watchers` are told of glossary and pair at each change; they are on the window's thread, and to be quick.
    """

    def __init__(self) -> None:
        super().__init__()
        self.watchers: list[Callable[[str, str], None]] = []

    def count(self, dictionary: OpenDictionary) -> None:
        """Count the changes of this one from now on."""

        def changed(_change: Change, _inverse: Change) -> None:
            key = dictionary.draft.shelf_key, str(dictionary.pair.roots)
            self[key] += 1
            for tell in self.watchers:
                tell(*key)

        dictionary.followers.append(changed)
