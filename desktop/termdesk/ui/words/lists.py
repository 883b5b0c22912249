"""Lists inside a text: names one after the other, and facts that are each a whole phrase."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication


def list_names(names: Iterable[str]) -> str:
    """Names, codes or kinds in one line, separated as the language writes it: "de, fr". Empty ones are left out."""
    return QCoreApplication.translate("Lists", ", ").join(filter(None, names))


def list_facts(facts: Iterable[str]) -> str:
    """Whole phrases about one thing side by side: "12 entries · published". Empty ones are left out."""
    return QCoreApplication.translate("Lists", " · ").join(filter(None, facts))


def list_sentences(sentences: Iterable[str]) -> str:
    """Whole sentences one after the other. Empty ones are left out."""
    return QCoreApplication.translate("Lists", " ").join(filter(None, sentences))
