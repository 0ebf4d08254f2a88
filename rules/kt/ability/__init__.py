"""Abilities of weapons and models that the engine knows, one file each."""
