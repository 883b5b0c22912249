"""Damage, failed starts and upkeep of what is stored on this computer."""
