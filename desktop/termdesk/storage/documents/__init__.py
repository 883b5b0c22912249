"""Storage for documents that are being translated."""
