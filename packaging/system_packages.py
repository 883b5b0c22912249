"""System packages that the program needs besides Python packages: libraries of Qt, Apertium, fonts."""

from __future__ import annotations

import glob
import os
import shutil
import subprocess
import sys

# Libraries that Qt's wheels need from the system, and the Debian packages that contain them (newer names second).
QT_LIBRARIES = {
    "libglib-2.0.so.0": ("libglib2.0-0", "libglib2.0-0t64"),
    "libGL.so.1": ("libgl1",),
    "libEGL.so.1": ("libegl1",),
    "libxkbcommon.so.0": ("libxkbcommon0",),
    "libdbus-1.so.3": ("libdbus-1-3",),
    "libfontconfig.so.1": ("libfontconfig1",),
}
WINDOW_LIBRARIES = {
    "libxcb-cursor.so.0": ("libxcb-cursor0",),
    "libxcb-icccm.so.4": ("libxcb-icccm4",),
    "libxcb-keysyms.so.1": ("libxcb-keysyms1",),
    "libxcb-shape.so.0": ("libxcb-shape0",),
    "libxcb-xkb.so.1": ("libxcb-xkb1",),
    "libxkbcommon-x11.so.0": ("libxkbcommon-x11-0",),
}
# Translation engines. Without them the program runs, and reports which pairs it cannot translate.
APERTIUM = {
    "eng-spa": "apertium-eng-spa",
    "fr-es": "apertium-fr-es",
    "es-pt": "apertium-es-pt",
    "spa-ita": "apertium-spa-ita",
}
# Tools that some pipelines (Italian to Spanish) call although their packages do not depend on them.
APERTIUM_TOOLS = {"cg-proc": "cg3"}
APERTIUM_MODES = "/usr/share/apertium/modes"
# Tests of power cuts trace the program with strace. LibreOffice opens translated documents. Xvfb is the screen for
# tests with a screen reader, which also need the files below.
TEST_TOOLS = {
    "strace": ("strace",),
    "soffice": ("libreoffice-writer-nogui", "libreoffice-calc-nogui", "libreoffice-impress-nogui"),
    "Xvfb": ("xvfb",),
}
TEST_FILES = {
    "/usr/libexec/at-spi-bus-launcher": "at-spi2-core",
    "/usr/lib/python3/dist-packages/gi/__init__.py": "python3-gi",
    "/usr/lib/*/girepository-1.0/Atspi-2.0.typelib": "gir1.2-atspi-2.0",
}
# Fonts for pictures in every script: Chinese and Japanese, Thai, Korean.
FONTS = {
    "DroidSansFallback": "fonts-droid-fallback",
    "Waree": "fonts-tlwg-waree-ttf",
    "UnDotum": "fonts-unfonts-core",
}


def provide(python: str, *, fonts: bool, tests: bool = False) -> None:
    """Install missing packages if apt and the rights for it exist, else print the exact command. Linux only."""
    if not sys.platform.startswith("linux"):
        return
    needed = missing_libraries(python, {**QT_LIBRARIES, **(WINDOW_LIBRARIES if shows_windows() else {})})
    engines = [package for mode, package in APERTIUM.items() if not os.path.exists(f"{APERTIUM_MODES}/{mode}.mode")]
    engines += [package for tool, package in APERTIUM_TOOLS.items() if not shutil.which(tool)]
    pictures = missing_fonts() if fonts else []
    tools = missing_tools(python) if tests else []
    if not (needed or engines or pictures or tools):
        return
    if not may_install():
        tell(needed, engines, pictures, tools)
        return
    install([*needed, *engines, *pictures, *tools])


def shows_windows() -> bool:
    return bool(os.environ.get("DISPLAY")) and os.environ.get("QT_QPA_PLATFORM") != "offscreen"


def missing_libraries(python: str, libraries: dict[str, tuple[str, ...]]) -> list[str]:
    """Return the packages of libraries that the dynamic linker does not find."""
    question = (
        "import ctypes, sys\nfor name in sys.argv[1:]:\n    try: ctypes.CDLL(name)\n    except OSError: print(name)"
    )
    answer = subprocess.run([python, "-c", question, *libraries], capture_output=True, text=True, check=False)
    return [available_name(libraries[name]) for name in answer.stdout.split()]


def available_name(names: tuple[str, ...]) -> str:
    """Return the name that this release of the system uses for a package; the first if apt cannot tell."""
    for name in names[1:] if shutil.which("apt-cache") else ():
        answer = subprocess.run(["apt-cache", "policy", name], capture_output=True, text=True, check=False)
        if "Candidate:" in answer.stdout and "Candidate: (none)" not in answer.stdout:
            return name
    return names[0]


def missing_tools(python: str) -> list[str]:
    """Return the missing packages that only tests need. Without them, those tests are skipped."""
    return [
        *(package for tool, packages in TEST_TOOLS.items() if not shutil.which(tool) for package in packages),
        *(package for file, package in TEST_FILES.items() if not glob.glob(file)),
        *missing_libraries(python, WINDOW_LIBRARIES),
    ]


def missing_fonts() -> list[str]:
    fonts = glob.glob("/usr/share/fonts/**/*.[to]tf", recursive=True)
    return [package for part, package in FONTS.items() if not any(part in font for font in fonts)]


def may_install() -> bool:
    return bool(shutil.which("apt-get")) and hasattr(os, "geteuid") and os.geteuid() == 0


def tell(needed: list[str], engines: list[str], pictures: list[str], tools: list[str]) -> None:
    if needed:
        print(f"Qt misses libraries of your system. Install them with:\n    {line(needed)}", flush=True)
    if engines:
        print(f"To translate between en, es, fr, it and pt on this computer:\n    {line(engines)}", flush=True)
    if pictures:
        print(f"For pictures in every script:\n    {line(pictures)}", flush=True)
    if tools:
        print(
            f"For tests of power cuts and with a screen reader, which are skipped otherwise:\n    {line(tools)}",
            flush=True,
        )


def line(packages: list[str]) -> str:
    return f"sudo apt-get install -y --no-install-recommends {' '.join(packages)}"


def install(packages: list[str]) -> None:
    """Install with apt, even if the package lists cannot be updated."""
    print(f"Installing {', '.join(packages)} …", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    command = ["apt-get", "install", "-y", "-q", "--no-install-recommends", *packages]
    output = subprocess.DEVNULL
    if subprocess.call(command, env=quiet, stdout=output, stderr=output) == 0:
        return
    subprocess.call(["apt-get", "update", "-q"], env=quiet, stdout=output, stderr=output)
    if subprocess.call(command, env=quiet, stdout=output) != 0:
        print(f"This could not be installed; what needs it will say so. By hand:\n    {line(packages)}", flush=True)
