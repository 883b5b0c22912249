"""Files in and out: TSV and CSV to and from entries."""
