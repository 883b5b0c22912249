"""The commands of `termdesk`, without a window."""
