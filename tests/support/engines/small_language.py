"""Sentences of a made-up corpus, English to Finnish, small enough to be learned in a second."""

from __future__ import annotations

import random

NOUNS = {"house": "talo", "book": "kirja", "dog": "koira", "car": "auto", "tree": "puu", "river": "joki", "door": "ovi"}
SIGHTS = {"red": "punainen", "large": "suuri", "old": "vanha", "new": "uusi", "green": "vihreä", "small": "pieni"}
DOINGS = {"falls": "putoaa", "stands": "seisoo", "waits": "odottaa", "moves": "liikkuu", "shines": "loistaa"}


def made_up(count: int) -> str:
    """Return sentences of the made-up language as TSV."""
    choose = random.Random(5)
    lines = set()
    while len(lines) < count:
        noun, sight, doing = (choose.choice(sorted(words.items())) for words in (NOUNS, SIGHTS, DOINGS))
        number = choose.randrange(2, 40)
        form = choose.randrange(3)
        if form == 0:
            lines.add(f"The {sight[0]} {noun[0]} {doing[0]}.\t{sight[1].capitalize()} {noun[1]} {doing[1]}.")
        elif form == 1:
            lines.add(f"A {noun[0]} {doing[0]} {number} times.\t{noun[1].capitalize()} {doing[1]} {number} kertaa.")
        else:
            lines.add(f"Where is the {noun[0]}?\tMissä on {noun[1]}?")
            lines.add(f"{number} {sight[0]} {noun[0]}\t{number} {sight[1]} {noun[1]}")
    return "".join(f"{line}\n" for line in sorted(lines))
