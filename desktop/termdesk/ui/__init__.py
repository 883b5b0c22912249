"""The windows. Apart from `main`, only this package uses Qt."""

import sys

if sys.version_info < (3, 12):
    # This must happen before the first class of a window is defined.
    from termdesk.ui.qt_override_guard import guard_qt_overrides

    guard_qt_overrides()
