"""Write `resources/THIRD_PARTY_NOTICES.txt`: the packages that Termdesk uses, with their licenses.

    .venv/bin/python packaging/third_party_notices.py

Run it with the Python of the checks after a change of the lock files: it reads the packages installed there, but
lists only those that users get, including the extras. Long licenses come from Debian's `/usr/share/common-licenses`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
OUTPUT = PROJECT / "resources" / "THIRD_PARTY_NOTICES.txt"
COMMON = Path("/usr/share/common-licenses")
LINE = "=" * 80
# License texts that several packages refer to but do not contain, by a part of the license's name.
COMMON_TEXTS = {
    "LGPL-3.0": "LGPL-3",
    "GPL-3.0": "GPL-3",
    "GPL-2.0": "GPL-2",
    "LGPL-2.1": "LGPL-2.1",
    "Apache-2.0": "Apache-2.0",
    "MPL-2.0": "MPL-2.0",
}
# Licenses of packages that are only installed on other systems than Linux, from their metadata.
ELSEWHERE = {"pywin32-ctypes": "BSD-3-Clause"}
# Licenses of data in a package that its own license does not mention, from the files of these versions.
DATA = {
    "lingotweaker-data-de": "holds the Hunspell dictionaries of Björn Jacke and Franz Michael Baumann (GPL-2.0 or"
    " GPL-3.0) and word classes of Morphy (CC-BY-SA-4.0)",
    "lingotweaker-data-it": "holds the Hunspell dictionary of Andrea Pescetti and others (GPL-3.0)"
    " and word classes of Morph-it! (CC-BY-SA-2.0, LGPL)",
    "lingotweaker-data-fr": "holds the Hunspell dictionary and word list of Dicollecte (MPL-2.0)",
    "lingotweaker-data-ja": "holds the dictionary mecab-ipadic of the Nara Institute of Science and Technology",
    "lingotweaker-data-zh": "holds mecab-jieba, made from jieba (MIT) and CC-CEDICT (CC-BY-SA)",
}
EXTRAS = ("lingotweaker-data-", "kiwipiepy", "tqdm", "ctranslate2", "fxtranslate", "sentencepiece", "numpy", "pyyaml")
# License names for the classifiers of older packages.
NAMES = {"MIT License": "MIT", "Apache Software License": "Apache-2.0", "Apache License 2.0": "Apache-2.0"}
HEAD = """\
What Termdesk stands on

Termdesk itself is under the Apache License 2.0 (see LICENSE). It uses the packages below, each under its own license.
None of them is part of this project's sources; they are installed from their own.
Packages marked "extra" are installed only where somebody asks for them.

Found at run time where the system has it, as a program of its own: Apertium with its pairs, GPL-2.0-or-later.
"""


def main() -> int:
    base = locked("requirements.lock")
    more = {name: versions for name, versions in locked("requirements-dev.lock").items() if name not in base}
    extras = {name: versions for name, versions in more.items() if name.startswith(EXTRAS)}
    names = [*base, *extras]
    texts: dict[str, list[str]] = {}
    lines = [HEAD]
    for name in names:
        versions = " or ".join(base.get(name) or extras[name])
        extra = ", extra" if name in extras else ""
        data = f"; {DATA[name]}" if name in DATA else ""
        lines.append(f"  {name} {versions}{extra}\n      {license_of(name)}{data}")
        for text in license_texts(name):
            texts.setdefault(text, []).append(name)
    for license, file in COMMON_TEXTS.items():
        # "GPL-3.0" is also the end of "LGPL-3.0".
        pattern = rf"(?<!L){re.escape(license)}"
        users = [name for name in names if re.search(pattern, license_of(name) + DATA.get(name, ""))]
        if users and (COMMON / file).exists():
            texts.setdefault((COMMON / file).read_text("utf-8").rstrip(), []).extend(users)
    for text, users in texts.items():
        lines.append(f"\n{LINE}\n{', '.join(dict.fromkeys(users))}\n{LINE}\n\n{text}")
    OUTPUT.write_text("\n".join(lines) + "\n", "utf-8")
    print(f"{OUTPUT}: {len(names)} packages, {len(texts)} license texts, {OUTPUT.stat().st_size:,} bytes")
    return 0


def locked(file: str) -> dict[str, list[str]]:
    """Return the packages in a lock file by name, with their versions.

    A package may have one for each Python version.
    """
    text = (PROJECT / "packaging" / file).read_text("utf-8")
    found: dict[str, list[str]] = {}
    for name, version in sorted(re.findall(r"^([\w.-]+)==([\w.]+)", text, re.MULTILINE)):
        found.setdefault(name, []).append(version)
    return found


def license_of(name: str) -> str:
    """Return the name of a package's license."""
    try:
        metadata = distribution(name).metadata
    except PackageNotFoundError:
        return ELSEWHERE[name]
    classified = [each.split(" :: ")[-1] for each in metadata.get_all("Classifier") or [] if each.startswith("License")]
    license = metadata.get("License-Expression") or (metadata.get("License") or "").partition("\n")[0] or classified[0]
    return NAMES.get(license, license)


def license_texts(name: str) -> Iterator[str]:
    """Return the licenses and notices in the metadata of a package."""
    try:
        found: Distribution = distribution(name)
    except PackageNotFoundError:
        return
    for file in found.files or []:
        is_notice = re.search(r"licen[cs]e|copying|notice|authors", file.name, re.IGNORECASE)
        if is_notice and ".dist-info" in str(file):
            yield "\n".join(line.rstrip() for line in file.read_text("utf-8").strip().splitlines())


if __name__ == "__main__":
    sys.exit(main())
