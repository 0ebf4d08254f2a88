"""Hooks of city fights, in addition to those of the core rules."""

from __future__ import annotations

from rules.kernel.rule import Hook

FELL = Hook("cod.fell", ())
"""Fired when a ruin was destroyed; the occasion is its id, `clause` what destroyed it. Rolls no dice."""
GONE = Hook("cod.obstacle-gone", ())
"""Fired when an obstacle was taken off the table; the occasion is its id. Rolls no dice."""
