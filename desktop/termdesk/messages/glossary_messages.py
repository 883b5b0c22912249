"""Messages about glossaries: in the library, in open dictionaries, and during publishing and transfer."""

from __future__ import annotations

from termdesk.messages.message import MessageKind


class LibraryMessage(MessageKind):
    """Why an action is not possible in the library."""

    NO_DICTIONARY = "“{name}” has no dictionary {pair}."
    NO_DICTIONARY_ANY_MORE = "“{name}” no longer has a dictionary {pair}."
    HAS_DICTIONARY = "“{name}” already has a dictionary {pair}."
    HAS_NONE = "“{name}” has no dictionaries."
    SAME_LANGUAGE = "Source and target are the same language."
    NO_LONGER_DRAFT = "“{name}” is no longer a draft on this computer: it was published or deleted."
    RENAMED_BY_OTHERS = "Nothing was renamed: “{name}” is called “{found}” on the service now."
    CHANGED_MEANWHILE = "Nothing was deleted: “{name}” was changed elsewhere at the same moment."
    GAINED_DICTIONARIES = "Nothing was deleted: “{name}” now has dictionaries that were added elsewhere ({pairs})."
    IS_ELSEWHERE = "“{name}” cannot be locked to this computer: {service} has it already."
    MAY_BE_ELSEWHERE = (
        "“{name}” cannot be locked to this computer: it was sent to {service}, and nobody knows yet whether it arrived."
    )
    LOCAL_ONLY = "This glossary is locked to this computer, so nothing was sent to {service}."
    LOCAL_ONLY_NAMED = "“{name}” is locked to this computer, so nothing was sent to {service}."
    LARGE_REMOVAL = (
        "“{name}” ({pair}) had %Ln entries when it was last seen; the service has {remote} now.",
        "“{name}” ({pair}) had %Ln entry when it was last seen; the service has {remote} now.",
    )


class BinTitle(MessageKind):
    """Names of items in the bin that the user did not delete."""

    OVERWRITTEN = "{name} (as changed elsewhere)"


class LibraryRemedy(MessageKind):
    """Remedies for problems in the library."""

    REFRESH = "Refresh the library."
    REFRESH_AND_OPEN = "Refresh the library and open it from there."
    OPEN_THAT = "Open that one."
    MAKE_GLOSSARY = "Create a new glossary instead."
    OTHER_NAME = "Choose another name."
    TWO_LANGUAGES = "Choose two different languages."
    COPY_AND_DELETE = "Copy it as a new glossary, lock the copy, and delete this one."
    SETTLE_FIRST = "Continue or undo the publication first: then it is known what the service has."
    UNLOCK = "To send it, unlock it first: Glossary › Keep on this computer."
    DECIDE = "Open it from the library: Termdesk then asks you which version is right."


class EditMessage(MessageKind):
    """Why an open dictionary cannot be changed, or files cannot be imported into it."""

    CLOSED = "“{name}” was closed in the meantime, so nothing was done."
    BUSY = "A change of many rows of “{name}” is still in progress, so nothing was done."
    ENTRIES_CHANGED = "The entries have changed in the meantime, so nothing was done."
    EDITED_MEANWHILE = "The dictionary was edited in the meantime."
    NO_FILE = "The folder {folder} contains no file that can be imported."


class EditRemedy(MessageKind):
    """Remedies for problems with an open dictionary."""

    OPEN_AGAIN = "Open it again."
    WAIT = "Wait until it is done."
    REPEAT = "Repeat it."
    FIND_AGAIN = "Search again."
    IMPORT_AGAIN = "Import the file again."
    ENDINGS = "Termdesk imports files that end in {endings}."


class PublishFailure(MessageKind):
    """Why publishing was stopped."""

    OUT_OF_DATE = "The dictionary was edited after these changes were shown."
    DELETED_ON_SERVICE = "The dictionary was deleted on the service after these changes were shown."
    CHANGED_ON_SERVICE = (
        "%Ln phrases that you changed were changed elsewhere, too.",
        "One phrase that you changed was changed elsewhere, too.",
    )
    KEEPS_CHANGING = "This dictionary keeps being changed elsewhere, so nothing of yours was sent."
    NOT_SEEN = (
        "Nothing was sent. Right before sending, Termdesk checks whether the dictionary was changed elsewhere. This "
        "check failed: {reason}"
    )
    NOT_VERIFIED = (
        "The service accepted the entries, but does not have them when they are read back. It did not store them, or "
        "they were taken back elsewhere at once."
    )
    NOT_ARRIVED = (
        "Each time the entries were sent, the connection broke or the service failed. It still has the entries from "
        "before."
    )
    PARTLY_STORED = (
        "The service has %Ln of your {total} changes. It has other versions of {phrases}.",
        "The service has one of your {total} changes. It has other versions of {phrases}.",
    )
    PARTLY_STORED_OF_MANY = (
        "The service has %Ln of your {total} changes. It has other versions of {phrases} and {more} more.",
        "The service has one of your {total} changes. It has other versions of {phrases} and {more} more.",
    )
    PHRASE = "“{phrase}”"
    OTHERS_WROTE = (
        "%Ln entries were changed elsewhere while yours were being sent, and those changes may have been "
        "overwritten. “Deleted glossaries” keeps that version as “{kept}”. The publication then stopped: {reason}",
        "One entry was changed elsewhere while yours were being sent, and that change may have been overwritten. "
        "“Deleted glossaries” keeps that version as “{kept}”. The publication then stopped: {reason}",
    )
    BEING_UNDONE = "Undoing this publication was interrupted, so nothing more of it is sent."
    SUPERSEDED = "Later publications have done the rest of this one, so there is nothing to resume or to undo."
    TWO_DRAFTS = "“{name}” ({pair}) has two drafts on this computer, so nothing was sent."
    NO_GLOSSARIES_FROM = "{service} has no glossaries from {language}."
    NO_GLOSSARIES_INTO = "{service} has no glossaries into {language}."


class PublishNote(MessageKind):
    """What a plan of publishing cannot decide."""

    TAKEN_BACK = (
        "The last publication had no clear outcome. The service has at least half of its changes, so the %Ln changes "
        "that it lacks count as taken back elsewhere. If they never arrived, make them again.",
        "The last publication had no clear outcome. The service has at least half of its changes, so the one change "
        "that it lacks counts as taken back elsewhere. If it never arrived, make it again.",
    )


class HoldReason(MessageKind):
    """Why a dictionary of an unfinished publication is not resumed."""

    DRAFT_GONE = "Its draft no longer exists on this computer."
    CONFLICTS = (
        "The same %Ln phrases were changed here and elsewhere.",
        "The same phrase was changed here and elsewhere.",
    )
    OTHERS_CHANGED = "It was changed elsewhere since."
    OTHER_PLAN = "It would change other entries than were shown, because it was changed since, here or on the service."
    GONE_FROM_SERVICE = "The service no longer has it."
    REMOVES_MANY = (
        "It removes %Ln entries from the service, which needs your confirmation.",
        "It removes one entry from the service, which needs your confirmation.",
    )


class PublishRemedy(MessageKind):
    """Remedies after publishing was stopped."""

    REVIEW_AGAIN = "Review the changes again."
    PUBLISH_AGAIN = "Publish again: you then see both versions and choose."
    PUBLISH_LATER = "Wait a moment, then publish again: those changes are merged first."
    PUBLISH_UNSEEN = "Your edits are still here. Publish again when the service responds."
    PUBLISH_AND_COMPARE = "Your edits are still here. Publish again later: you then see what the service has."
    UNDO_OR_LEAVE = "Continue to undo it, or leave the service as it is now."
    LEAVE = "Leave it, so that it is no longer listed."
    TRY_LATER = "Your edits are still here. Try again later."
    TRY_LATER_TRACED = (
        "Your edits are still here. Try again later, or give the trace id {trace_id} to the operator of the service."
    )
    CHANGE_ENTRIES = "Change the entries that it names, then publish again."
    MERGE_DRAFTS = "Close it and refresh the library: both are then merged."
    OTHER_SERVICE = "It stays on this computer; you can publish it to a service that has both languages."


class TransferMessage(MessageKind):
    """Why a glossary was not copied or moved to another service."""

    DIFFERS = "“{name}” on {service} differs from the one here: it was changed there after the copy began."
    EDITED_HERE = "“{name}” was edited while it was copied, so it was not deleted here."
    OTHERS_WROTE = "“{name}” was changed on the service after it was last read here, so it was not moved."
    OTHER_SERVICE = "Another service was connected before “{name}” could be deleted where it was."
    CAME_FROM_ELSEWHERE = "“{name}” came from another profile than the one in use."
    ORIGINAL_GONE = "“{name}” was deleted here before its copy on {service} was complete."
    COPY_STOPPED = "“{name}” was to be copied from {source} to {target}. {progress} {original} {reason}"
    MOVE_STOPPED = "“{name}” was to be moved from {source} to {target}. {progress} {original} {reason}"


class TransferProgress(MessageKind):
    """How far a copy or move came that was interrupted."""

    NOTHING = "Nothing of it is on {target}."
    UNKNOWN = "Nobody knows yet whether a part of it is on {target}. If so, it is called “{copy}” there."
    BEGUN = "“{copy}” is on {target}, but none of its dictionaries is known to be complete there."
    PART = (
        "%Ln of {total} dictionaries are on {target}, as “{copy}”: read back and compared.",
        "%Ln of {total} dictionaries is on {target}, as “{copy}”: read back and compared.",
    )
    ALL = "The copy on {target} is complete, as “{copy}”."
    ORIGINAL_UNTOUCHED = "The original on {source} was not changed."
    ORIGINAL_LAST = "The original on {source} was to be deleted next. “Deleted glossaries” keeps all that was deleted."
    REASON = "Why it stopped: {reason}"
    CANCELLED = "It was stopped before it was done."
    NO_REASON = "Termdesk ended before it was done."


class TransferRemedy(MessageKind):
    """Remedies after a glossary was not transferred."""

    USE_ITS_PROFILE = "Use the profile that it came from, and undo it there."
    GO_BACK = "The copy is complete. Connect the first service again; Termdesk then offers to continue."
    RESTORE_AND_REPEAT = "“Deleted glossaries” has it. Bring it back, and copy or move it again."
    MERGE_FIRST = "Refresh it. If you edited it, publish it first: those changes are then merged with yours."
    CONTINUE_OR_UNDO = (
        "Continue copies only what is missing. Undo deletes the copy, unless somebody has changed it since; the "
        "original stays."
    )
    CONTINUE_OR_UNDO_MOVE = (
        "Continue copies only what is missing, then deletes the original. Undo deletes the copy, unless somebody has "
        "changed it since; the original stays."
    )
    DELETE_OR_UNDO_MOVE = (
        "Continue copies only what is missing, then deletes what is left of the original. Undo deletes the copy, "
        "unless somebody has changed it since; what was deleted of the original comes back as drafts."
    )
    COPY_AGAIN = "There is nothing to undo. When this is solved, copy it again."
    MOVE_AGAIN = "There is nothing to undo. When this is solved, move it again."
    BOTH_STAY = "Both are still there. Delete the one that you do not need, or copy it again under another name."
