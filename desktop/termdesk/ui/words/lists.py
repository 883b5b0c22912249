"""How texts stand together: lists, titles, asides, quotes. No other module joins visible texts."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication


def list_names(names: Iterable[str]) -> str:
    """Names, codes or kinds in one line, separated as the language writes it: "de, fr". Empty ones are left out.

    Where one holds that separator, all are told apart as clauses are: "Law, en → de; Trade, en → fr".
    """
    separator = QCoreApplication.translate("Lists", ", ")
    parts = list(filter(None, names))
    return list_clauses(parts) if any(separator in each for each in parts) else separator.join(parts)


def list_facts(facts: Iterable[str]) -> str:
    """Whole phrases about one thing side by side: "12 entries · published". Empty ones are left out."""
    return QCoreApplication.translate("Lists", " · ").join(filter(None, facts))


def list_clauses(clauses: Iterable[str]) -> str:
    """Phrases that may hold commas, in one line for screen readers: "house: used; tree: not used"."""
    return QCoreApplication.translate("Lists", "; ").join(filter(None, clauses))


def add_title(title: str, text: str) -> str:
    """A text with its topic in front: "Note: signed in 1990"."""
    return QCoreApplication.translate("Lists", "{title}: {text}").format(title=title, text=text)


def add_aside(words: str, aside: str) -> str:
    """Words with a less important part after them: "Replace (12)"."""
    return QCoreApplication.translate("Lists", "{words} ({aside})").format(words=words, aside=aside)


def quote(words: str) -> str:
    """Somebody's own words inside one of our texts: “Water supply”."""
    return QCoreApplication.translate("Lists", "“{words}”").format(words=words)


def point_to(source: str, target: str) -> str:
    """Two languages or phrases, and which becomes which: "en → de"."""
    return QCoreApplication.translate("Lists", "{source} → {target}").format(source=source, target=target)


def begin_sentence(words: str) -> str:
    """Words with a capital letter at their beginning."""
    return words[:1].upper() + words[1:]


def list_sentences(sentences: Iterable[str]) -> str:
    """Whole sentences one after the other. Empty ones are left out."""
    return QCoreApplication.translate("Lists", " ").join(filter(None, sentences))
