"""Asks whether a new profile is for the account of a deleted one, and of which if there are several."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QListWidget, QWidget

from termdesk.application.session.profiles import RemovedProfile
from termdesk.ui.widgets.dialogs import Question

_MOST_LINES = 6


class AccountQuestion(Question):
    """Accepted: the new profile has what is stored of `chosen`; with `was_other`, it starts empty.

    `list` has the deleted profiles, and is None if there is only one.
    """

    def __init__(self, parent: QWidget, name: str, removed: Sequence[RemovedProfile]) -> None:
        is_single = len(removed) == 1
        title = (
            _tr("Is “{name}” the account of the deleted profile?")
            if is_single
            else _tr("Is “{name}” the account of a deleted profile?")
        )
        super().__init__(
            parent,
            title.format(name=name),
            _one_words() if is_single else _several_words(),
            _tr("Same account as before"),
            other=_tr("Another account"),
        )
        self._removed = removed
        self.list = None if is_single else self._add_list()

    @property
    def chosen(self) -> RemovedProfile:
        """The deleted profile whose account it is."""
        return self._removed[0 if self.list is None else self.list.currentRow()]

    def _add_list(self) -> QListWidget:
        made = QListWidget()
        made.setObjectName("account_list")
        made.setAccessibleName(_tr("Deleted profiles"))
        names = [each.name for each in self._removed]
        for each in self._removed:
            # Each profile that was made by mistake has the same name.
            is_alone = names.count(each.name) == 1 or each.name == each.id
            made.addItem(each.name if is_alone else _tr("{name} ({id})").format(name=each.name, id=each.id))
        made.setCurrentRow(0)
        lines = min(len(names), _MOST_LINES)
        made.setFixedHeight(lines * made.sizeHintForRow(0) + 2 * made.frameWidth() + 4)
        self.insert(made)
        made.setFocus()
        return made


def _one_words() -> str:
    return _tr(
        "A profile of this service was deleted; its drafts, versions, history and ledger are still on this computer. "
        "With “Same account as before”, the new profile has them. With “Another account”, it starts empty."
    )


def _several_words() -> str:
    return _tr(
        "Profiles of this service were deleted; their drafts, versions, history and ledger are still on this computer. "
        "With “Same account as before”, the new profile has those of the selected one. With “Another account”, it "
        "starts empty."
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("AccountQuestion", text)
