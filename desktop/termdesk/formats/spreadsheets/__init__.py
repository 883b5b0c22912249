"""Readers of XLSX, XLSM, ODS and XLS; writer of XLSX."""
