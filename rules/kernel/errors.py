"""The engine's answers other than an event: unreadable, not allowed, dice wanted."""

from __future__ import annotations

from typing import Any


class RulesError(Exception):
    """Base of every error that `rules` raises on purpose."""


class Malformed(RulesError):
    """Input that cannot be read. `path` says where (`$.dice[2]`), `reason` what is wrong with it."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


class OtherSystem(Malformed):
    """A roster of another game system than those of `wanted`; readers of other systems may know it."""

    def __init__(self, system: str, *wanted: str) -> None:
        known = " or ".join(wanted)
        super().__init__(
            "$.gameSystemName", f"this roster is for {system[:80] or 'no game system'}; one for {known} is wanted"
        )
        self.system = system
        self.wanted = wanted


class IllegalAction(RulesError):
    """A readable declaration that the rules do not allow; `clause` is the id of the rule that forbids it."""

    def __init__(self, clause: str, message: str, facts: dict[str, Any] | None = None) -> None:
        super().__init__(f"{message} ({clause})")
        self.clause = clause
        self.message = message
        self.facts = facts or {}


class DiceWanted(RulesError):
    """The declaration is fine so far and needs `count` more dice with `sides` sides, rolled for `clause`.

    `roller` is the side that rolls, `read` the number of faces of the tape already used.
    """

    def __init__(self, count: int, sides: int, clause: str, roller: str, read: int) -> None:
        super().__init__(f"{count}D{sides} wanted for {clause}")
        self.count = count
        self.sides = sides
        self.clause = clause
        self.roller = roller
        self.read = read
