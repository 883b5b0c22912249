"""The singular of every visible text with a number: Qt's `%n`, or `%Ln` with the digits of the locale."""

from __future__ import annotations

from collections.abc import Mapping

SINGULARS: Mapping[str, str] = {
    "%Ln dictionaries are published": "%Ln dictionary is published",
    "%Ln dictionaries wait to be published": "%Ln dictionary waits to be published",
    "%Ln dictionaries were not undone": "%Ln dictionary was not undone",
    "%Ln dictionaries were published since, so they were not undone": (
        "%Ln dictionary was published since, so it was not undone"
    ),
    "%Ln of {total} dictionaries are published and read back.": (
        "%Ln of {total} dictionaries is published and read back."
    ),
    "%Ln of {total} dictionaries are published.": "%Ln of {total} dictionaries is published.",
    "%Ln dictionaries were changed since, so they were not undone": (
        "%Ln dictionary was changed since, so it was not undone"
    ),
    "%Ln dictionaries will be left as they are: {dictionaries}.": (
        "%Ln dictionary will be left as it is: {dictionaries}."
    ),
    "%Ln dictionaries are left out": "%Ln dictionary is left out",
    (
        "%Ln phrases were changed on both sides. Your version was kept, so no entry changed here. "
        "The dictionary was not published. Undo in the dictionary takes the merge back."
    ): (
        "%Ln phrase was changed on both sides. Your version was kept, so no entry changed here. "
        "The dictionary was not published. Undo in the dictionary takes the merge back."
    ),
    "Publish %Ln dictionaries to {service}": "Publish %Ln dictionary to {service}",
    "Undone on the service: %Ln dictionaries": "Undone on the service: %Ln dictionary",
    "{names} and %Ln more": "{names} and %Ln more",
    (
        "%Ln dictionaries, one after the other. Each result is read back and compared. If one fails, Termdesk stops; "
        "you can then send the rest, or undo what was done."
    ): "%Ln dictionary. The result is read back and compared.",
    "%Ln documents are not translated": "%Ln document is not translated",
    "Select one of %Ln further documents to read its reason.": "Select the %Ln further document to read its reason.",
    "%Ln added": "%Ln added",
    "%Ln beyond the limit": "%Ln beyond the limit",
    "sent in %Ln calls": "sent in %Ln call",
    (
        "Each copy is read back and compared. Only then the original is deleted on its service, in %Ln calls; "
        "“Deleted glossaries” keeps it on this computer."
    ): (
        "Each copy is read back and compared. Only then the original is deleted on its service, in %Ln call; "
        "“Deleted glossaries” keeps it on this computer."
    ),
    (
        "Each copy is read back and compared. Only then the originals are deleted on their service, in %Ln calls; "
        "“Deleted glossaries” keeps them on this computer."
    ): (
        "Each copy is read back and compared. Only then the originals are deleted on their service, in %Ln call; "
        "“Deleted glossaries” keeps them on this computer."
    ),
    "%Ln cannot be decided": "%Ln cannot be decided",
    "%Ln cells have problems. F8 goes from one to the next.": "%Ln cell has a problem. F8 goes to it.",
    "%Ln rows have a status that does not exist": "%Ln row has a status that does not exist",
    "%Ln more rows have one.": "%Ln more row has one.",
    "%Ln stay as they are, because you left them out.": "%Ln stays as it is, because you left it out.",
    "%Ln more cells have problems now. F8 goes from one to the next.": (
        "%Ln more cell has a problem now. F8 goes to it."
    ),
    "%Ln entries were deleted.": "%Ln entry was deleted.",
    "%Ln cells were changed.": "%Ln cell was changed.",
    "%Ln cells would change.": "%Ln cell would change.",
    "%Ln changed": "%Ln changed",
    "%Ln changes": "%Ln change",
    "%Ln changes, the same as by “Correct only”: nothing was reworded": (
        "%Ln change, the same as by “Correct only”: nothing was reworded"
    ),
    "%Ln characters": "%Ln character",
    "This text has %Ln characters; this key has {left} of its {limit} left. Nothing was charged.": (
        "This text has %Ln character; this key has {left} of its {limit} left. Nothing was charged."
    ),
    (
        "This text has %Ln characters; your account has {left} of its {limit} left in this billing period. Nothing "
        "was charged."
    ): (
        "This text has %Ln character; your account has {left} of its {limit} left in this billing period. Nothing was "
        "charged."
    ),
    "%Ln calls": "%Ln call",
    "%Ln characters estimated": "%Ln character estimated",
    "%Ln characters billed": "%Ln character billed",
    "%Ln characters counted": "%Ln character counted",
    "%Ln characters, already sent": "%Ln character, already sent",
    "%Ln characters, already translated": "%Ln character, already translated",
    "%Ln characters will be billed": "%Ln character will be billed",
    "%Ln characters, the service did not say what it billed": "%Ln character, the service did not say what it billed",
    "%Ln clusters": "%Ln cluster",
    "%Ln characters sent": "%Ln character sent",
    "%Ln characters sent, {billed} billed": "%Ln character sent, {billed} billed",
    "%Ln further files are affected.": "%Ln further file is affected.",
    "%Ln earlier memories of this name were deleted.": "%Ln earlier memory of this name was deleted.",
    "%Ln segments cannot be used.": "%Ln segment cannot be used.",
    "%Ln segments were left out.": "%Ln segment was left out.",
    "%Ln translations were fetched and are used from now on.": "%Ln translation was fetched and is used from now on.",
    "%Ln translations would be replaced.": "%Ln translation would be replaced.",
    "Send %Ln confirmed translations {pair} to {service}?": "Send %Ln confirmed translation {pair} to {service}?",
    "Improve again (%Ln characters)": "Improve again (%Ln character)",
    "Translate again (%Ln characters)": "Translate again (%Ln character)",
    "Translate back (%Ln characters)": "Translate back (%Ln character)",
    "Translate back again (%Ln characters)": "Translate back again (%Ln character)",
    "{service} has %Ln of these translations now.": "{service} has %Ln of these translations now.",
    "%Ln confirmed translations.": "%Ln confirmed translation.",
    "%Ln more characters are translated already: they stay as they are.": (
        "%Ln more character is translated already: it stays as it is."
    ),
    (
        "%Ln characters of these are translated already. The service gets whole documents, and may translate and bill "
        "them again."
    ): (
        "%Ln character of these is translated already. The service gets whole documents, and may translate and bill "
        "it again."
    ),
    "%Ln characters will be billed, or more where a document cannot be counted here.": (
        "%Ln character will be billed, or more where a document cannot be counted here."
    ),
    "%Ln characters will be billed.": "%Ln character will be billed.",
    "%Ln characters. Nothing leaves this computer.": "%Ln character. Nothing leaves this computer.",
    "The same entries were changed here and elsewhere. %Ln of {total} are open: choose a version.": (
        "The same entries were changed here and elsewhere. %Ln of {total} is open: choose a version."
    ),
    "%Ln entries were changed differently here and elsewhere. A version is chosen for each.": (
        "%Ln entry was changed differently here and elsewhere. A version is chosen."
    ),
    "No answer, next attempt in %Ln seconds": "No answer, next attempt in %Ln second",
    "The service is busy, next attempt in %Ln seconds": "The service is busy, next attempt in %Ln second",
    "The glossary is not ready yet, waiting for %Ln seconds at most": (
        "The glossary is not ready yet, waiting for %Ln second at most"
    ),
    "The service asks to wait for %Ln seconds": "The service asks to wait for %Ln second",
    "%Ln entries move to another place.": "%Ln entry moves to another place.",
    "%Ln rows of the file are not compared": "%Ln row of the file is not compared",
    "%Ln contain the search text.": "%Ln contains the search text.",
    "%Ln days ago": "%Ln day ago",
    "%Ln documents are translated.": "%Ln document is translated.",
    "{service}: %Ln documents not sent yet": "{service}: %Ln document not sent yet",
    "{service}: %Ln documents sent without an answer": "{service}: %Ln document sent without an answer",
    "{service}: %Ln translations to fetch": "{service}: %Ln translation to fetch",
    "For %Ln documents the minimum of their type is counted.": "For %Ln document the minimum of its type is counted.",
    "%Ln documents are on the list already with the same language and glossary.": (
        "%Ln document is on the list already with the same language and glossary."
    ),
    "%Ln more documents cannot be translated.": "%Ln more document cannot be translated.",
    "Give up %Ln translations?": "Give up %Ln translation?",
    "Send %Ln documents again?": "Send %Ln document again?",
    "%Ln dictionaries": "%Ln dictionary",
    "%Ln dictionaries are in “Deleted glossaries” on this computer.": (
        "%Ln dictionary is in “Deleted glossaries” on this computer."
    ),
    "%Ln dictionaries, read back and compared: {done}.": "%Ln dictionary, read back and compared: {done}.",
    "%Ln entries": "%Ln entry",
    "%Ln entries are added to the new glossary.": "%Ln entry is added to the new glossary.",
    "%Ln entries are in {path}.": "%Ln entry is in {path}.",
    "%Ln entries have moved since.": "%Ln entry has moved since.",
    "%Ln entries in no sentence": "%Ln entry in no sentence",
    "%Ln entries ({clusters}).": "%Ln entry ({clusters}).",
    "%Ln entries ({files}): {folder}": "%Ln entry ({files}): {folder}",
    "%Ln entries of the reverse dictionary lead to nothing here": (
        "%Ln entry of the reverse dictionary leads to nothing here"
    ),
    "%Ln entries of {languages} languages are in {path}.": "%Ln entry of {languages} languages is in {path}.",
    "%Ln files": "%Ln file",
    "%Ln files still need a choice.": "%Ln file still needs a choice.",
    "%Ln files were not imported": "%Ln file was not imported",
    "%Ln findings": "%Ln finding",
    "%Ln findings in {languages}": "%Ln finding in {languages}",
    "%Ln forbidden entries are left out.": "%Ln forbidden entry is left out.",
    "%Ln glossaries": "%Ln glossary",
    "%Ln h ago": "%Ln h ago",
    "%Ln have so much in common with others that only {most} were compared for each.": (
        "%Ln has so much in common with others that only {most} were compared."
    ),
    "%Ln kinds switched off": "%Ln kind switched off",
    "%Ln languages": "%Ln language",
    "%Ln min ago": "%Ln min ago",
    "%Ln missing": "%Ln missing",
    "%Ln not found: {names}": "%Ln not found: {names}",
    "%Ln not shown": "%Ln not shown",
    "%Ln not used: {names}": "%Ln not used: {names}",
    "%Ln of them drafts on this computer": "%Ln of them a draft on this computer",
    "%Ln of very different lengths": "%Ln of very different lengths",
    "%Ln of {total} dictionaries have this phrase; an edit changes it in all.": (
        "%Ln of {total} dictionaries has this phrase; an edit changes it there."
    ),
    "%Ln of {total} parts of the file are not as Termdesk wrote them.": (
        "%Ln of {total} parts of the file is not as Termdesk wrote it."
    ),
    "%Ln pairs": "%Ln pair",
    "%Ln pairs with a part in common were compared ({phrases}).": (
        "%Ln pair with a part in common was compared ({phrases})."
    ),
    "%Ln phrases": "%Ln phrase",
    "%Ln phrases begin like a formula, which a spreadsheet would calculate. Import it there as text.": (
        "%Ln phrase begins like a formula, which a spreadsheet would calculate. Import it there as text."
    ),
    "%Ln phrases have several translations. Choose one for each.": "%Ln phrase has several translations. Choose one.",
    "%Ln problems": "%Ln problem",
    "%Ln removed": "%Ln removed",
    "%Ln repeated": "%Ln repeated",
    "%Ln rejected lines": "%Ln rejected line",
    "%Ln rows are selected": "%Ln row is selected",
    "%Ln rows with an empty side are left out.": "%Ln row with an empty side is left out.",
    "%Ln segments": "%Ln segment",
    "%Ln segments (left out: {reasons})": "%Ln segment (left out: {reasons})",
    "%Ln selected": "%Ln selected",
    "%Ln sentences": "%Ln sentence",
    "%Ln sentences are translated differently.": "%Ln sentence is translated differently.",
    "%Ln sentences changed": "%Ln sentence changed",
    "%Ln sentences show {covered} of {terms} terms.": "%Ln sentence shows {covered} of {terms} terms.",
    "%Ln similar texts…": "%Ln similar text…",
    "%Ln terms found, but whether they were used cannot be decided": (
        "%Ln term found, but whether it was used cannot be decided"
    ),
    "%Ln terms found in the translation": "%Ln term found in the translation",
    "%Ln terms used": "%Ln term used",
    "%Ln texts": "%Ln text",
    "%Ln too long": "%Ln too long",
    "%Ln translations were exported.": "%Ln translation was exported.",
    "%Ln translations were imported and are used from now on.": (
        "%Ln translation was imported and is used from now on."
    ),
    "%Ln unpublished edits are not used.": "%Ln unpublished edit is not used.",
    "%Ln with fewer than {least} letters were left out.": "%Ln with fewer than {least} letters was left out.",
    "%Ln without a translation": "%Ln without a translation",
    "About %Ln characters too long": "One character too long",
    "Added %Ln sentences": "Added %Ln sentence",
    "%Ln files to import": "%Ln file to import",
    "%Ln files to translate": "%Ln file to translate",
    "%Ln files with sentences": "%Ln file with sentences",
    "What do you want to do with %Ln files?": "What do you want to do with %Ln file?",
    "Added %Ln rows at the end.": "Added %Ln row at the end.",
    "All %Ln phrases were compared.": "The only phrase was compared.",
    "And %Ln more.": "And %Ln more.",
    "Show without the glossary (%Ln characters)": "Show without the glossary (%Ln character)",
    "Send %Ln characters?": "Send %Ln character?",
    "%Ln glossaries can be used with it.": "%Ln glossary can be used with it.",
    "Send %Ln characters once more?": "Send %Ln character once more?",
    "at most %Ln characters": "at most %Ln character",
    "at most %Ln characters will be billed": "at most %Ln character will be billed",
    "Change %Ln entries": "Change %Ln entry",
    "Copied %Ln glossaries to {service}": "Copied %Ln glossary to {service}",
    "Copy %Ln glossaries to {service}?": "Copy %Ln glossary to {service}?",
    "Delete %Ln dictionaries ({glossaries})?": "Delete %Ln dictionary ({glossaries})?",
    "Delete %Ln dictionaries of “{name}”?": "Delete %Ln dictionary of “{name}”?",
    "Delete %Ln entries": "Delete %Ln entry",
    "Delete %Ln glossaries permanently?": "Delete %Ln glossary permanently?",
    "Delete %Ln glossaries?": "Delete %Ln glossary?",
    "%Ln admitted synonyms stay on this computer.": "%Ln admitted synonym stays on this computer.",
    "%Ln glossaries stay on this computer": "%Ln glossary stays on this computer",
    "Unlock %Ln glossaries?": "Unlock %Ln glossary?",
    "unlock %Ln": "unlock %Ln",
    "%Ln forbidden entries stay on this computer.": "%Ln forbidden entry stays on this computer.",
    "Delete %Ln rows": "Delete %Ln row",
    "in %Ln rows": "in %Ln row",
    "Delete %Ln texts that are older?": "Delete %Ln text that is older?",
    "Delete %Ln texts?": "Delete this text?",
    "Delete %Ln confirmed translations {pair}?": "Delete the confirmed translation {pair}?",
    "Delete the whole history of %Ln texts?": "Delete the only text?",
    "Delete the %Ln texts that are stored?": "Delete the text that is stored?",
    "Export %Ln dictionaries": "Export %Ln dictionary",
    "For %Ln days, or until you delete them.": "For %Ln day, or until you delete them.",
    "Ignore %Ln findings": "Ignore %Ln finding",
    "Import %Ln files": "Import %Ln file",
    "%Ln rows repeat earlier rows of the file.": "%Ln row repeats an earlier row of the file.",
    "%Ln rows were there already.": "%Ln row was there already.",
    "Imported %Ln rows from {name}.": "Imported %Ln row from {name}.",
    "Imported %Ln rows from {number} files.": "Imported %Ln row from {number} files.",
    "Imported %Ln rows of {name} into {number} dictionaries.": "Imported %Ln row of {name} into {number} dictionaries.",
    "Insert %Ln rows": "Insert %Ln row",
    "%Ln dictionaries were copied, with the edits on this computer.": (
        "The dictionary was copied, with the edits on this computer."
    ),
    "It is unknown whether %Ln calls arrived.": "It is unknown whether %Ln call arrived.",
    "It will have %Ln entries.": "It will have %Ln entry.",
    "move %Ln": "move %Ln",
    "Move %Ln glossaries to {service}?": "Move %Ln glossary to {service}?",
    "Moved %Ln glossaries to {service}": "Moved %Ln glossary to {service}",
    "Only the %Ln rows that are selected": "Only the %Ln row that is selected",
    "Paste %Ln rows": "Paste %Ln row",
    "Publish %Ln dictionaries": "Publish %Ln dictionary",
    "Publishing creates a new glossary with %Ln entries.": "Publishing creates a new glossary with %Ln entry.",
    "Publishing removes %Ln entries from the service. Type {digits} to confirm.": (
        "Publishing removes %Ln entry from the service. Type {digits} to confirm."
    ),
    "Read back and compared: %Ln entries.": "Read back and compared: %Ln entry.",
    "Replace the %Ln existing files": "Replace the existing file",
    "Revert %Ln rows": "Revert %Ln row",
    "Tags of %Ln glossaries": "Tags of %Ln glossary",
    "Texts that you translate or improve are kept on this computer for %Ln days, so that you can find them again. "
    "Text › History of texts shows them and everything else that is kept.": (
        "Texts that you translate or improve are kept on this computer for %Ln day, so that you can find them again. "
        "Text › History of texts shows them and everything else that is kept."
    ),
    "Texts will be kept for %Ln days. Starred texts stay.": "Texts will be kept for %Ln day. Starred texts stay.",
    "At most %Ln texts will be kept. Starred texts stay.": "At most %Ln text will be kept. Starred texts stay.",
    "Delete the %Ln oldest texts?": "Delete the oldest text?",
    "%Ln texts were exported.": "%Ln text was exported.",
    "The clipboard takes at most %Ln cells. Export a file instead.": (
        "The clipboard takes at most %Ln cell. Export a file instead."
    ),
    "The last %Ln saved edits are missing.": "The last saved edit is missing.",
    "The latest {listed} of %Ln texts": "The latest {listed} of %Ln text",
    "The rule marks %Ln phrases in this dictionary, such as:": "The rule marks %Ln phrase in this dictionary:",
    "This changes %Ln dictionaries in one step that you can undo. Publishing takes one call for each of them.": (
        "This changes %Ln dictionary in one step that you can undo. Publishing takes one call."
    ),
    "This deletes %Ln entries. “Deleted glossaries” keeps a copy on this computer.": (
        "This deletes %Ln entry. “Deleted glossaries” keeps a copy on this computer."
    ),
    "This removes {removed} of your %Ln entries here. Type {removed} to confirm.": (
        "This removes {removed} of your %Ln entry here. Type {removed} to confirm."
    ),
    "Use what can still be read: {dictionaries}, %Ln edits are lost": (
        "Use what can still be read: {dictionaries}, %Ln edit is lost"
    ),
    "Wait %Ln seconds, then try again.": "Wait one second, then try again.",
    "all %Ln": "all %Ln",
    "delete %Ln": "delete %Ln",
    "{variant} (%Ln characters will be billed)": "{variant} (%Ln character will be billed)",
    "{fix} (%Ln findings)": "{fix} (%Ln finding)",
    "compared with %Ln other glossaries and the reverse dictionary as of {time}": (
        "compared with one other glossary and the reverse dictionary as of {time}"
    ),
    "compared with %Ln other glossaries as of {time}": "compared with one other glossary as of {time}",
    "up to %Ln characters": "up to %Ln character",
    "{change}. Read back and compared: %Ln entries.": "{change}. Read back and compared: %Ln entry.",
    "{chosen} of %Ln cells would change.": "{chosen} of %Ln cell would change.",
    "{glossaries}, %Ln selected": "{glossaries}, %Ln selected",
    "{moment} – %Ln edits are lost": "{moment} – %Ln edit is lost",
    "{names}, and %Ln more": "{names}, and %Ln more",
    "{pair}: %Ln entries": "{pair}: %Ln entry",
    "{shown} of %Ln glossaries": "{shown} of %Ln glossary",
    "{shown} of %Ln entries": "{shown} of %Ln entry",
    "It had %Ln entries when Termdesk last read it. Now the service has {remote}: {removed} were removed.": (
        "It had %Ln entry when Termdesk last read it. Now the service has {remote}: {removed} was removed."
    ),
    "{shown} of %Ln phrases": "{shown} of %Ln phrase",
    "{shown} of %Ln languages": "{shown} of %Ln language",
    "{differing} of %Ln languages differ": "{differing} of %Ln language differs",
    "Change “{old}” to “{new}” in %Ln dictionaries?": "Change “{old}” to “{new}” in %Ln dictionary?",
    "{title}: change %Ln dictionaries?": "{title}: change %Ln dictionary?",
    "{size} of %Ln bytes": "{size} of %Ln byte",
    "%Ln bytes, sent in parts of {limit}": "%Ln byte, sent in parts of {limit}",
    "The minimum of this type: %Ln characters, however short the document is.": (
        "The minimum of this type: %Ln character, however short the document is."
    ),
    (
        "They are one step that you can undo. %Ln phrases that you edited had also been changed elsewhere: the draft "
        "has your text, and the list of versions also has the other one."
    ): (
        "They are one step that you can undo. %Ln phrase that you edited had also been changed elsewhere: the draft "
        "has your text, and the list of versions also has the other one."
    ),
    "Copy %Ln changes for &support": "Copy %Ln change for &support",
    "%Ln changes were copied, without names and entries.": "%Ln change was copied, without names and entries.",
    (
        "Termdesk saves a version whenever a dictionary is read from the service or published, and before changes "
        "made elsewhere are merged; older ones are thinned out. Of those that you keep of a dictionary, the latest "
        "%Ln stay. Versions with details also restore status, domain, notes and the order."
    ): (
        "Termdesk saves a version whenever a dictionary is read from the service or published, and before changes "
        "made elsewhere are merged; older ones are thinned out. Of those that you keep of a dictionary, the latest "
        "%Ln stays. Versions with details also restore status, domain, notes and the order."
    ),
}
