"""The windows. Nothing else but `main` knows Qt."""

import sys

if sys.version_info < (3, 12):
    # Before the first class of a window is defined.
    from termdesk.ui.override_errors import complete_errors_of_overrides

    complete_errors_of_overrides()
