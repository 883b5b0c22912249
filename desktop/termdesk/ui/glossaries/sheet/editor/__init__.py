"""The cell editor of a sheet."""
