"""The open cell of a sheet."""
