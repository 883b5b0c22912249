"""The commands of `termdesk glossary`."""
