"""Releases of glossaries as folders fit for Git: written, checked, compared, taken over; and watched folders."""
