from __future__ import annotations

import pytest

from termdesk.messages.glossary_messages import EditRemedy, LibraryMessage, PublishFailure


@pytest.mark.parametrize(("count", "phrases"), [(1, "one phrase"), (2_000, "2,000 phrases")])
def test_phrases_that_others_changed_are_counted(count: int, phrases: str) -> None:
    verb = "was" if count == 1 else "were"
    expected = f"{phrases} that you changed {verb} changed elsewhere, too."

    assert PublishFailure.CHANGED_ON_SERVICE(count).casefold() == expected


def test_names_and_endings_stand_as_they_are() -> None:
    assert LibraryMessage.HAS_NONE(name="{pair}") == "“{pair}” has no dictionaries."
    assert EditRemedy.ENDINGS(endings=[".tsv", ".csv"]) == "Termdesk imports files that end in .tsv, .csv."
