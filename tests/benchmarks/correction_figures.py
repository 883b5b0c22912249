"""What the correctors do with sound sentences: every change, with the rules that propose it, to be judged by reading.

    PYTHONPATH=desktop:tests nice .venv/bin/python -m benchmarks.correction_figures de sentences.txt

How the choice in `resources/correction_rules.json` was made, in November 2026. For each language 500 sentences with an
end, 5 to 30 words long (10 to 90 characters in Japanese and Chinese), without signs of code, drawn by chance:

* 200 of the Debian Administrator's Handbook in that language (250 where there are no quotations)
* 200 of the help of LibreOffice (250, or 500 for European Portuguese)
* 100 quotations of the `fortunes` packages, where the language has some

Their licenses differ (GPL, CC-BY-SA, MPL), so they are not kept here; apt has the packages `debian-handbook`,
`libreoffice-help-*` and `fortunes*`. Every change was read. A rule that was wrong more often than right there, or in
3,500 more sentences of the same books, is under `dropped` with an example; a rule that rewords is under `rephrase`
only where every change that it made was sound.

Measured again later that month on other texts, which every Debian system has: 500 sentences (manual pages, strings of
LibreOffice, messages of programs) and 250 messages of programs for each language, in two samples. The first one was
used to choose rules, the second one only to measure. Changed wrongly, of sentences and of messages, in per cent:

    language   first sample   second sample
    de         0.6   0.0      1.2   0.4
    en-GB      0.2   0.4      0.0   0.4
    en-US      0.2   0.4      0.6   0.4
    es         0.2   0.8      0.4   1.2
    fr         0.6   0.0      1.0   0.4
    it         0.2   0.0      0.0   0.4
    ja, zh     0.0   0.0      0.0   0.0
    pt-BR      0.8   0.0      0.8   0.4
    pt-PT      1.6   0.8      1.4   0.8

A third sample of 500 sentences and 250 messages, of the help of GNOME, the guide to Debian's installer, the Universal
Declaration of Human Rights and messages of programs, was changed wrongly in 0.2 to 3.0 % of the sentences: most in de
(3.0), pt-PT (2.6) and en-US (2.4). The classes of wrong changes were then removed: spaces around signs and capitals of
messages (`proposals.py`), letters far apart on keyboards (`spelling.py`), and rules.

Two more samples, of the Debian Reference, the Debian FAQ, the Developer's Reference and the handbook of Kate (Korean:
manual pages), and of messages of programs. Wrong changes of the first one were removed before the second one was drawn:
spaces beside quotation marks, signs in quotation marks, capitals after an ellipsis, apostrophes, articles of
abbreviations, names of commands, and rules. In the first one they also put spaces at the wrong side of Spanish quotes
with two opening marks (another 3 %). Changed wrongly, of sentences and of messages, in per cent:

    language   first sample   second sample
    de         1.4   1.6      1.2   0.4
    en-US      1.8   0.4      2.2     -
    es         0.4   0.4      0.6   0.4
    fr         2.8   1.2      1.7   0.0
    it         0.4   0.0      0.8     -
    ja, ko, zh 0.0   0.0        -     -
    pt-BR      1.0   0.4      0.8     -
    pt-PT      1.2   1.6      0.8   0.8

Of 500 further sentences, 1.8 % were changed wrongly in en-US and 1.2 % in fr. What was wrong in the second samples of
these two was removed before, and guesses of Harper afterwards.

Three more samples. Wrong changes of the first one (handbooks of GIMP and Debian Edu, texts of games) were removed
before the second one, of the same sources, was drawn. The third one is of the help of GNOME programs, the handbooks of
aptitude and debmake, texts of games and of programs, and the Korean help of LibreOffice. Changed wrongly, of sentences
and of messages, in per cent:

    language   second sample   third sample
    en-GB      0.2   0.0       0.6   0.0
    en-US      1.2   0.4       1.2   0.8
    fr         1.4   0.4       1.8   0.4
    ja, ko, zh -     -         0.0   0.0

What was wrong in them more than once was removed afterwards. One mistake was put into each of 250 sentences of the
second sample, by turns a letter and a usual mistake of grammar: 210 are put right in en-US and 160 in fr, before and
after these changes.

Most of the other changes put real mistakes right; in Portuguese of Portugal most bring words to the spelling of 1990.
The sentences of `tests/support/engines/sound_sentences.py` were written after what was wrong.
"""

from __future__ import annotations

import difflib
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from termdesk.domain.matching.protected_terms import ProtectedTerms
from termdesk.service.engines.correction.corrector import Corrector

MODES: tuple[Literal["correct"], Literal["rephrase"]] = ("correct", "rephrase")


def main(arguments: Sequence[str]) -> None:
    language, path = arguments
    corrector = Corrector(language)
    sentences = Path(path).read_text("utf-8").splitlines()
    counts = {"correct": 0, "rephrase": 0}
    for sentence in sentences:
        before = sentence
        for mode in MODES:
            after = corrector.improve(sentence, mode=mode, protected_terms=ProtectedTerms())
            if after != before:
                counts[mode] += 1
                print(f"{mode}: {marked(before, after)}  {', '.join(corrector.rules_for(sentence))}")
            before = after
    total = len(sentences)
    print(f"{language}: {total} sentences, {counts['correct']} corrected, {counts['rephrase']} reworded beyond that")


def marked(before: str, after: str) -> str:
    """Return the text with its changes as [old→new]."""
    one, other = re.findall(r"\w+|\W", before), re.findall(r"\w+|\W", after)
    chunks = []
    for kind, start, end, other_start, other_end in difflib.SequenceMatcher(
        None, one, other, autojunk=False
    ).get_opcodes():
        old, new = "".join(one[start:end]), "".join(other[other_start:other_end])
        chunks.append(old if kind == "equal" else f"[{old}→{new}]")
    return "".join(chunks)


if __name__ == "__main__":
    main(sys.argv[1:])
