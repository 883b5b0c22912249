"""Messages about data that cannot be stored on this computer, or read back."""

from __future__ import annotations

from termdesk.messages.message import MessageKind


class StorageMessage(MessageKind):
    """What happened to a file or to the database of the program."""

    WRITE_FAILED = "{path} could not be written: {reason}."
    READ_FAILED = "{path} could not be read: {reason}."
    FOLDER_UNUSABLE = "The folder {path} cannot be used: {reason}."
    FOLDER_READ_ONLY = "The folder {path} cannot be written."
    NOT_REGULAR = "it is not a regular file"
    NOT_OPEN = "{path} is not open."
    IS_CLOSING = "The database is being closed."
    DISK_FULL = "{path} could not be written: the disk is full."
    IS_DAMAGED = "{path} is damaged: {reason}."
    UNUSABLE = "{path} could not be used: {reason}."
    NEWER = "{path} was written by a newer version of Termdesk."
    NEWER_READ_ONLY = "{path} was written by a newer version of Termdesk and is open for reading only."
    FILE_GONE = "{path} is no longer there: its folder was deleted or moved, or its disk was removed."
    IN_USE = "{path} is in use by another running Termdesk."
    BACKUP_FAILED = "A backup of the database could not be made: {reason}."
    BACKUP_NOT_SOUND = "Your saved work could not be backed up: {reason}."
    BACKUPS_NOT_LISTED = "The backups in {folder} cannot be listed: {reason}."
    RESTORE_FAILED = "The backup could not be restored: {reason}."
    VERSION_DAMAGED = "A stored version of this dictionary is damaged."
    VERSION_MISSING = "A stored version of this dictionary is missing."
    DRAFT_GONE = "This draft is no longer there."
    EDIT_DAMAGED = "An edit of the draft “{name}” ({pair}) is damaged."
    TEXTS_UNUSABLE = "The history of texts could not be used: {reason}."


class StorageRemedy(MessageKind):
    """Remedies for storage problems."""

    FREE_SPACE = "Free some space, or choose another folder. What was there before is untouched."
    FREE_SPACE_FOR_DATABASE = "Free some space. Nothing that was stored is lost."
    FREE_SPACE_FOR_BACKUP = "Free some space. Your saved work is not affected."
    CHECK_OWNER = "Check that the file belongs to you."
    CHECK_FOLDER_OWNER = "Check that the folder belongs to you."
    CHECK_FOLDER = "Check that the folder belongs to you and that the disk is writable."
    CHECK_DISK = "Check the disk and the rights of the folder."
    CHECK_DISK_FOR_TEXTS = "Check the disk and the rights of the folder. Glossaries are not affected."
    BRING_BACK = "Put it back, or export what is open and start Termdesk again. Edits are kept in memory until then."
    START_AGAIN = "Start Termdesk again."
    START_AND_RESTORE = "Start Termdesk again: it then offers a backup. What is open stays as it is until then."
    CLOSE_AND_REPAIR = "Close Termdesk and start it again: it then checks your work and offers a repair."
    START_WINDOW = "Start Termdesk with its window and restore a backup. The damaged file is kept."
    INSTALL_NEWER = "Install the newer version again; the file is untouched."
    INSTALL_NEWER_TO_EDIT = "Install the newer version to continue working. What is exported now is complete."
    USE_OTHER_WINDOW = "Use the other window, or close it first."
    OTHER_BACKUP = "Choose another backup."
    READ_AGAIN = "Read the dictionary from the service again, or import it from a file."
    READ_AGAIN_EDITS_STAY = (
        "Its edits stay stored. Read the dictionary from the service again, or import it from a file."
    )
    OPEN_AGAIN = "Open the dictionary from the library again."


class DamageMessage(MessageKind):
    """What is wrong with the database; a part of `StorageMessage.IS_DAMAGED`."""

    MISSING = "it is missing"
    EMPTIED = "it is empty, though something was written into it"
    CHANGED_PAGES = "%Ln of {total} pages are not as they were written", "%Ln of {total} pages is not as it was written"
    LOST_END = "%Ln saved edits are missing, up to number {last}", "%Ln saved edit is missing, number {last}"
    LOST_END_OF_UNKNOWN_LENGTH = "the end of what was saved is missing"
    BROKEN_REFERENCES = "%Ln rows refer to others that are missing", "%Ln row refers to another that is missing"
