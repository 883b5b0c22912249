"""XLSX, XLSM, ODS and XLS in, XLSX out."""
