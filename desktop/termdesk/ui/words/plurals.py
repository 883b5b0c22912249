"""The singular of every text of the windows that has a number: Qt's `%n`, or `%Ln` with the digits of the locale."""

from __future__ import annotations

from collections.abc import Mapping

SINGULARS: Mapping[str, str] = {
    "%Ln calls may have arrived or not.": "%Ln call may have arrived or not.",
    "%Ln cells break a rule; F8 goes from one to the next.": "%Ln cell breaks a rule; F8 goes to it.",
    "%Ln cells were changed.": "%Ln cell was changed.",
    "%Ln cells would change.": "%Ln cell would change.",
    "%Ln changes": "%Ln change",
    "%Ln changes, the same as by “Correct only”: nothing was reworded": (
        "%Ln change, the same as by “Correct only”: nothing was reworded"
    ),
    "%Ln characters": "%Ln character",
    "%Ln characters billed": "%Ln character billed",
    "%Ln characters counted": "%Ln character counted",
    "%Ln characters will be billed": "%Ln character will be billed",
    "%Ln confirmed translations.": "%Ln confirmed translation.",
    "%Ln dictionaries": "%Ln dictionary",
    "%Ln dictionaries lie in the bin of this computer.": "%Ln dictionary lies in the bin of this computer.",
    "%Ln dictionaries of {name}": "%Ln dictionary of {name}",
    "%Ln dictionaries, read back and compared: {done}.": "%Ln dictionary, read back and compared: {done}.",
    "%Ln edits are lost": "%Ln edit is lost",
    "%Ln entries": "%Ln entry",
    "%Ln entries are in {path}.": "%Ln entry is in {path}.",
    "%Ln entries are added to the new glossary.": "%Ln entry is added to the new glossary.",
    "%Ln entries go away on the service. Type the number to go on.": (
        "%Ln entry goes away on the service. Type the number to go on."
    ),
    "%Ln entries in {files}: {folder}": "%Ln entry in {files}: {folder}",
    "%Ln entries of the reverse dictionary lead to nothing here": (
        "%Ln entry of the reverse dictionary leads to nothing here"
    ),
    "%Ln entries of {languages} languages are in {path}.": "%Ln entry of {languages} languages is in {path}.",
    "%Ln files": "%Ln file",
    "%Ln files did not come in": "%Ln file did not come in",
    "%Ln findings": "%Ln finding",
    "%Ln findings in {languages}": "%Ln finding in {languages}",
    "%Ln forbidden entries are left out.": "%Ln forbidden entry is left out.",
    "%Ln have so much in common with others that only {most} were looked at for each.": (
        "%Ln has so much in common with others that only {most} were looked at."
    ),
    "%Ln languages": "%Ln language",
    "%Ln not found: {names}": "%Ln not found: {names}",
    "%Ln not used: {names}": "%Ln not used: {names}",
    "%Ln of them drafts on this computer": "%Ln of them a draft on this computer",
    "%Ln of {total} parts of the file are not as Termdesk wrote them.": (
        "%Ln of {total} parts of the file is not as Termdesk wrote it."
    ),
    "%Ln other glossaries": "one other glossary",
    "%Ln pairs": "%Ln pair",
    "%Ln phrases": "%Ln phrase",
    "%Ln phrases begin like a formula, which a spreadsheet would calculate. Import it there as text.": (
        "%Ln phrase begins like a formula, which a spreadsheet would calculate. Import it there as text."
    ),
    "%Ln phrases stand for several; choose what each becomes.": (
        "%Ln phrase stands for several; choose what it becomes."
    ),
    "%Ln problems": "%Ln problem",
    "%Ln rows came in from {name}.": "%Ln row came in from {name}.",
    "%Ln rows of {name} are in {number} dictionaries.": "%Ln row of {name} is in {number} dictionaries.",
    "%Ln rows were added at the end.": "%Ln row was added at the end.",
    "%Ln rows with an empty side are left out.": "%Ln row with an empty side is left out.",
    "%Ln segments": "%Ln segment",
    "%Ln segments (left out: {reasons})": "%Ln segment (left out: {reasons})",
    "%Ln terms found in the translation": "%Ln term found in the translation",
    "%Ln terms used": "%Ln term used",
    "%Ln texts": "%Ln text",
    "%Ln unpublished edits are not used.": "%Ln unpublished edit is not used.",
    "%Ln with fewer than {least} letters were left out.": "%Ln with fewer than {least} letters was left out.",
    "A new glossary is made with %Ln entries.": "A new glossary is made with %Ln entry.",
    "About %Ln characters too long": "One character too long",
    "Change %Ln entries": "Change %Ln entry",
    "Delete %Ln dictionaries of {glossaries} glossaries?": "Delete %Ln dictionary of {glossaries} glossaries?",
    "Delete %Ln entries": "Delete %Ln entry",
    "Delete %Ln glossaries?": "Delete %Ln glossary?",
    "Delete %Ln rows": "Delete %Ln row",
    "Delete %Ln texts that are older?": "Delete %Ln text that is older?",
    "Delete %Ln texts?": "Delete this text?",
    "Delete all %Ln confirmed translations {pair}?": "Delete the confirmed translation {pair}?",
    "Delete all %Ln texts?": "Delete the only text?",
    "Delete the %Ln texts that are stored?": "Delete the text that is stored?",
    "Export %Ln dictionaries": "Export %Ln dictionary",
    "For %Ln days, or until you delete them.": "For %Ln day, or until you delete them.",
    "Import %Ln files?": "Import %Ln file?",
    "Insert %Ln rows": "Insert %Ln row",
    "It has all %Ln dictionaries, with the edits on this computer.": (
        "It has the dictionary, with the edits on this computer."
    ),
    "It marks %Ln phrases in this dictionary, such as:": "It marks %Ln phrase in this dictionary:",
    "It will have %Ln entries.": "It will have %Ln entry.",
    "Only the %Ln rows that are selected": "Only the %Ln row that is selected",
    "Paste %Ln rows": "Paste %Ln row",
    "Revert %Ln rows": "Revert %Ln row",
    "Tags of %Ln glossaries": "Tags of %Ln glossary",
    "Texts are kept for %Ln days then.": "Texts are kept for %Ln day then.",
    "The last %Ln saved edits are missing.": "The last saved edit is missing.",
    "This changes %Ln dictionaries in one step that you can undo. Publishing takes one call for each of them.": (
        "This changes %Ln dictionary in one step that you can undo. Publishing takes one call."
    ),
    "Write over the %Ln files that are there": "Write over the file that is there",
    "up to %Ln characters": "up to %Ln character",
    "Wait %Ln seconds, then try again.": "Wait one second, then try again.",
    "{change}. Read back and compared: %Ln entries.": "{change}. Read back and compared: %Ln entry.",
    "{chosen} of %Ln cells would change.": "{chosen} of %Ln cell would change.",
    "{pair}: %Ln entries": "{pair}: %Ln entry",
}
