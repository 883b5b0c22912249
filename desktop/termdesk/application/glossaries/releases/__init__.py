"""Releases of glossaries as folders for Git: write, check, compare, and import them; and watched folders."""
