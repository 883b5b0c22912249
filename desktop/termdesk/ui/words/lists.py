"""Joins texts: lists, titles, asides, quotes. No other module joins visible texts."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication


def list_names(names: Iterable[str]) -> str:
    """Join names, codes or kinds with the list separator of the language: "de, fr". Skip empty ones.

    If a name contains this separator, use that of `list_clauses`: "Law, en → de; Trade, en → fr".
    """
    separator = QCoreApplication.translate("Lists", ", ")
    parts = list(filter(None, names))
    return list_clauses(parts) if any(separator in each for each in parts) else separator.join(parts)


def list_facts(facts: Iterable[str]) -> str:
    """Join phrases about one thing: "12 entries · published". Skip empty ones."""
    return QCoreApplication.translate("Lists", " · ").join(filter(None, facts))


def list_clauses(clauses: Iterable[str]) -> str:
    """Join phrases that may contain commas, for screen readers: "house: used; tree: not used". Skip empty ones."""
    return QCoreApplication.translate("Lists", "; ").join(filter(None, clauses))


def add_title(title: str, text: str) -> str:
    """Return a text with its topic in front: "Note: signed in 1990"."""
    return QCoreApplication.translate("Lists", "{title}: {text}").format(title=title, text=text)


def add_in_parentheses(words: str, addition: str) -> str:
    """Return words with a less important part after them: "Replace (12)"."""
    return QCoreApplication.translate("Lists", "{words} ({addition})").format(words=words, addition=addition)


def quote(words: str) -> str:
    """Quote the user's or service's own words inside one of our texts: “Water supply”."""
    return QCoreApplication.translate("Lists", "“{words}”").format(words=words)


def point_to(source: str, target: str) -> str:
    """Join two languages or phrases of which the first becomes the second: "en → de"."""
    return QCoreApplication.translate("Lists", "{source} → {target}").format(source=source, target=target)


def begin_sentence(words: str) -> str:
    """Capitalize the first letter."""
    return words[:1].upper() + words[1:]


def list_sentences(sentences: Iterable[str]) -> str:
    """Join whole sentences. Skip empty ones."""
    return QCoreApplication.translate("Lists", " ").join(filter(None, sentences))
