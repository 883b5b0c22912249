"""The commands of `termdesk`, which run without a window."""
