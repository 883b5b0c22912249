"""Units of measurement that stand behind numbers."""

from __future__ import annotations

# As a pattern: 24V, 24 V. A few letters are no units in names: 3D, 4K.
UNITS = (
    "[kmM]?V|[kmMG]?W|m?A|[km]?VA|[kMG]?Wh|m?Ah|[kMG]?Hz|[mckµμ]?m|[mkµμ]?g|[mcd]?l|mL|m?bar|[hkM]?Pa|k?N|Nm|[kM]?J|ms|"
    "min|dB|rpm|[kMGT]B|lbs?|oz|psi|[kM]?Ω"
)
