"""Units of measurement that follow numbers."""

from __future__ import annotations

# A pattern: 24V, 24 V. Some letters in names are not units: 3D, 4K.
UNITS = (
    "[kmM]?V|[kmMG]?W|m?A|[km]?VA|[kMG]?Wh|m?Ah|[kMG]?Hz|[mckµμ]?m|[mkµμ]?g|[mcd]?l|mL|m?bar|[hkM]?Pa|k?N|Nm|[kM]?J|ms|"
    "min|dB|rpm|[kMGT]B|lbs?|oz|psi|[kM]?Ω"
)
