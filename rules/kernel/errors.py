"""The engine's answers other than an event: unreadable, not allowed, dice wanted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from rules.kernel.dice import Throw


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


class Ground(NamedTuple):
    """One rule that forbids a declaration: its clause, the sentence, and the numbers in it.

    A `general` one only says that the act has no place here: it is another side's turn, or nobody has asked.
    """

    clause: str
    text: str
    facts: dict[str, Any]
    general: bool = False


class IllegalAction(RulesError):
    """A readable declaration that the rules do not allow; `clause` is the id of the rule that forbids it.

    Where several do, `facts` lists every one under `GROUNDS`, the rule of the refusal first: its clause, its sentence
    (`text`) and its numbers (`facts`). It is `general` if no rule says more than that the act has no place here now.
    """

    general = False

    def __init__(self, clause: str, message: str, facts: dict[str, Any] | None = None) -> None:
        super().__init__(f"{message} ({clause})")
        self.clause = clause
        self.message = message
        self.facts = facts or {}

    @classmethod
    def on(cls, grounds: Sequence[Ground]) -> IllegalAction:
        """A refusal on several grounds, those last that are general."""
        told = sorted(grounds, key=lambda each: each.general)
        first = told[0]
        listed = [{"clause": each.clause, "text": each.text, "facts": each.facts} for each in told]
        refused = cls(first.clause, first.text, {**first.facts, GROUNDS: listed} if len(told) > 1 else first.facts)
        refused.general = first.general
        return refused


GROUNDS = "grounds"
"""The name in a refusal's facts under which all rules are listed that forbid the act, where they are several."""


class DiceWanted(RulesError):
    """The declaration is fine so far and needs `count` more dice for a throw: `sides` sides, for `clause`.

    `roller` is the side that rolls, `read` the number of faces of the tape already used, `effects` what has happened
    before the throw.
    """

    def __init__(self, throw: Throw, count: int, read: int) -> None:
        super().__init__(f"{count}D{throw.sides} wanted for {throw.clause}")
        self.throw = throw
        self.count = count
        self.sides = throw.sides
        self.clause = throw.clause
        self.roller = throw.by
        self.read = read
        self.effects: tuple[Any, ...] = ()


class TooMany(RulesError):
    """The dice of this declaration can fall in too many ways to count."""
