"""What stays of documents that are being translated."""
