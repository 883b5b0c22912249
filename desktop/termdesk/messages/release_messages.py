"""Problems with a folder of glossary releases, with remedies."""

from __future__ import annotations

from termdesk.messages.message import MessageKind


class ReleaseMessage(MessageKind):
    """Why a release cannot be read or written, or how its files differ from its manifest."""

    NO_RELEASE = "The folder {folder} contains no release of a glossary."
    NO_FOLDER = "The folder {folder} does not exist or cannot be opened."
    MANIFEST_UNREADABLE = "{file} is not the list of a release: {reason}."
    MANIFEST_NEWER = "{file} was written by a newer version of Termdesk."
    MANIFEST_DIFFERS = "{file} was changed by hand or is damaged."
    FILE_MISSING = "{file} is missing."
    FILE_DIFFERS = "{file} is not what release {version} contained: it was edited, cut off or damaged."
    FILE_UNREADABLE = "{file} cannot be read: {reason}."
    FILE_TOO_LARGE = (
        "{file} has %Ln bytes; at most {limit} are read.",
        "{file} has %Ln byte; at most {limit} are read.",
    )
    NOT_UTF8 = "{file} is not UTF-8: byte {position} does not fit."
    MERGE_MARKERS = "{file} has an unsolved merge conflict of Git in line {line}."
    BAD_ROW = "{file}: {reason}"
    REPEATED_SOURCE = "{file} has more than one entry for “{source}”."
    BAD_DETAILS = "{file}: line {line} contains no details of an entry."
    DETAILS_OF_NOTHING = (
        "{file} has details of %Ln entries that are not there.",
        "{file} has details of an entry that is not there.",
    )
    # Writing
    REPEATED_HERE = "“{name}” ({pair}) has more than one entry for “{source}”."
    DAMAGED_CHARACTER = "{file} would contain a damaged character, which no file can keep."
    NOTHING_TO_WRITE = "“{name}” has no entries to release."
    FOREIGN_FILE = "The folder {folder} has a file {file} that belongs to no release."
    CHANGED_MEANWHILE = "The folder {folder} was changed in the meantime, so nothing was written."
    OVERTAKEN = "Somebody else wrote a release into {folder} at the same time. Some files are theirs, some are yours."
    NOT_LATER = "The folder {folder} already has release {version} or a later one, so nothing was written."
    NOT_TAKEN_OVER = "The folder {folder} has changes that “{name}” does not have yet."


class ReleaseRemedy(MessageKind):
    """Remedies for problems with a release."""

    CHOOSE_RELEASE = "Choose a folder with a file {file}."
    CHOOSE_FOLDER = "Choose another folder, or connect the drive that it is on."
    RESTORE_FILES = "Restore the files of the release, for example with Git, and try again."
    SOLVE_MERGE = "Solve the conflict in the file, or take one of both versions, and try again."
    UPDATE = "Update Termdesk, then read it again."
    REMOVE_DUPLICATES = "Delete one of them: “Check all entries” lists them."
    ADD_ENTRIES = "Add entries first."
    MOVE_FILE = "Move or rename that file, or choose another folder."
    RESTORE_AND_WRITE = "Restore their files with Git, take over their changes, then write again."
    LOOK_AGAIN = "Look at the changes again."
    CHOOSE_VERSION = "Give it a later version, for example {version}."
    TAKE_OVER_FIRST = "Take over the changes first, then write."
