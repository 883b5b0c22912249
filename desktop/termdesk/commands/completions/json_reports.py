"""Keys and types of the output of `--json`, by command.

Scripts rely on them: keys may be added, but not renamed or given another type.
"""

from __future__ import annotations

from termdesk.commands.completions.reports.check_reports import CHECK_REPORTS
from termdesk.commands.completions.reports.library_reports import LIBRARY_REPORTS
from termdesk.commands.completions.reports.program_reports import PROGRAM_REPORTS
from termdesk.commands.completions.reports.publishing_reports import PUBLISHING_REPORTS
from termdesk.commands.completions.reports.report_shapes import Shape
from termdesk.commands.completions.reports.text_reports import TEXT_REPORTS

REPORTS: dict[str, Shape] = {
    **LIBRARY_REPORTS,
    **CHECK_REPORTS,
    **PUBLISHING_REPORTS,
    **TEXT_REPORTS,
    **PROGRAM_REPORTS,
    "a command that fails": {"error": {"message": str, "remedy": str}},
}
