"""The progress of a training in words. The local service reports phases and reasons by English names."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from termdesk.application.session.local_engines import Training
from termdesk.ui.words.lists import list_facts, list_names
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_number, format_percent


def training_text(training: Training) -> str:
    """Return the state of a training, with its progress and the number of segments that it uses."""
    match training.state:
        case "queued":
            return _tr("waiting")
        case "running":
            return list_facts((_phase(training), _segments(training)))
        case "done":
            return list_facts((_tr("done"), _segments(training)))
        case "cancelled":
            return _tr("canceled")
    return localize(training.message, training.remedy)


def phase_text(phase: str) -> str:
    """Return what a training does in this phase. For an unknown phase, return the service's own name."""
    phases = {
        "reading": _tr("reading"),
        "splitting into words": _tr("splitting into words"),
        "aligning words": _tr("aligning words"),
        "counting phrases": _tr("counting phrases"),
        "counting word sequences": _tr("counting word sequences"),
        "measuring": _tr("measuring"),
        "choosing weights": _tr("choosing weights"),
        "trying": _tr("trying"),
    }
    return phases.get(phase, phase)


def reason_text(reason: str, count: int) -> str:
    """Return how many segments were left out, and why. For an unknown reason, use the service's own name."""
    reasons = {
        "without a translation": _tr("%Ln without a translation", n=count),
        "too long": _tr("%Ln too long", n=count),
        "of very different lengths": _tr("%Ln of very different lengths", n=count),
        "twice": _tr("%Ln repeated", n=count),
        "beyond the limit": _tr("%Ln beyond the limit", n=count),
    }
    return reasons.get(reason) or _tr("{count} {reason}").format(count=format_number(count), reason=reason)


def _phase(training: Training) -> str:
    phase = phase_text(training.phase)
    if training.share is None:
        return phase
    return _tr("{phase}: {share}").format(phase=phase, share=format_percent(training.share))


def _segments(training: Training) -> str:
    if not training.left_out:
        return _tr("%Ln segments", n=training.segments) if training.segments else ""
    reasons = list_names(reason_text(reason, count) for reason, count in training.left_out.items())
    return _tr("%Ln segments (left out: {reasons})", n=training.segments).format(reasons=reasons)


def _tr(text: str, comment: str = "", n: int = -1) -> str:
    return QCoreApplication.translate("TrainingWords", text, comment, n)
