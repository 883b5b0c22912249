"""What the preview of a move says about the originals, of one glossary or of several."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from termdesk.application.glossaries.transfer.transfer_plan import TransferPlan


def deletion_words(plan: TransferPlan) -> str:
    """Return when the originals are deleted, and what keeps them."""
    calls = plan.deletion_count
    # Drafts are not on a service, so no call deletes them.
    if not calls and len(plan.going) < 2:
        return _tr(
            "Each copy is read back and compared. Only then the original is deleted; “Deleted glossaries” keeps it on "
            "this computer."
        )
    if not calls:
        return _tr(
            "Each copy is read back and compared. Only then the originals are deleted; “Deleted glossaries” keeps them "
            "on this computer."
        )
    if len(plan.going) < 2:
        return _tr(
            "Each copy is read back and compared. Only then the original is deleted on its service, in %Ln calls; "
            "“Deleted glossaries” keeps it on this computer.",
            "",
            calls,
        )
    return _tr(
        "Each copy is read back and compared. Only then the originals are deleted on their service, in %Ln calls; "
        "“Deleted glossaries” keeps them on this computer.",
        "",
        calls,
    )


def new_id_words(plan: TransferPlan) -> str:
    """Return what undoing the move cannot bring back; empty if no original is on a service."""
    count = _count_on_service(plan)
    if count > 1:
        return _tr(
            "Undoing the move cannot restore the ids of the glossaries: published here again, they get others. "
            "Programs that use the old ids no longer find them."
        )
    if count:
        return _tr(
            "Undoing the move cannot restore the id of the glossary: published here again, it gets another one. "
            "Programs that use the old id no longer find it."
        )
    return ""


def confirmation(plan: TransferPlan) -> tuple[str, str]:
    """Return the word to type, and the request for it; empty if no original is on a service."""
    if not (count := _count_on_service(plan)):
        return "", ""
    asked = _tr("Others may be using it where it is now. Type “{word}” to confirm.")
    if count > 1:
        asked = _tr("Others may be using them where they are now. Type “{word}” to confirm.")
    several = len(plan.going) > 1
    word = _tr("move %Ln", "", len(plan.going)) if several else plan.going[0].summary.name.strip()
    return word, asked.format(word=word)


def _count_on_service(plan: TransferPlan) -> int:
    return sum(each.summary.is_on_service for each in plan.going)


def _tr(text: str, comment: str = "", n: int = -1) -> str:
    return QCoreApplication.translate("MoveWords", text, comment, n)
