"""Files and folders of this program: atomic writes, locks, logs."""
