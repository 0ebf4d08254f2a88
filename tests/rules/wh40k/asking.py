"""What the rules say at one hook in a position."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.rule import Hook
from rules.kernel.state import State

from .field import ruleset


def at(hook: Hook, state: State, base: Any = "", **roles: Any) -> Any:
    """The value of a hook: `base` as the rules that act there make it."""
    return Context(ruleset(state.ruleset), state, "a", ()).value(hook, base, **roles)
