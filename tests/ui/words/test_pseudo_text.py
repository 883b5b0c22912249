from __future__ import annotations

import pytest

from termdesk.ui.words.pseudo_text import CLOSING, OPENING, pseudo_text


def test_a_text_becomes_accented_longer_and_stands_in_brackets() -> None:
    text = "Replace only the chosen entries of this dictionary"

    pseudo = pseudo_text(text)

    assert pseudo.startswith(OPENING)
    assert pseudo.endswith(CLOSING)
    assert len(pseudo) - 2 == pytest.approx(len(text) * 1.4, rel=0.1)
    assert not any(letter in pseudo for letter in "Rplconthsdiy")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Replace {count} entries of “{name}”", ("{count}", "{name}")),
        ("%Ln entries", ("%Ln",)),
        ("Tables (*.tsv *.csv)", (" (*.tsv *.csv)",)),
        ("Open\tCtrl+O", ("\tCtrl+O",)),
        ("Cats && dogs", ("&&",)),
    ],
)
def test_what_a_program_reads_stays_as_it_is(text: str, kept: tuple[str, ...]) -> None:
    assert all(part in pseudo_text(text) for part in kept)


def test_every_filter_of_a_file_dialog_keeps_its_endings_last() -> None:
    first, second = pseudo_text("Tables (*.tsv);;All files (*)").split(";;")

    assert first.endswith(f"{CLOSING} (*.tsv)")
    assert second.endswith(f"{CLOSING} (*)")


def test_a_text_without_letters_stays_as_it_is() -> None:
    assert pseudo_text("→ 3 %") == "→ 3 %"
