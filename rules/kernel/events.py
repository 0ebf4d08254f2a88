"""Declarations and events: what was said, with which dice, and what came of it; hashed into a chain.

The bytes that are hashed are the canonical JSON of the event: keys sorted, no white space, defaults left out,
integers only (RFC 8785). Each event holds the hash of the one before it; the first holds the header's.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec

from rules.kernel.canonical import canonical as canonical
from rules.kernel.effects import AnyEffect
from rules.kernel.state import LIMIT, Number, Point

A = TypeVar("A")

FORMAT: Literal["gamelog/1"] = "gamelog/1"

Policy = Literal["enforced", "declared"]
Severity = Literal["impossible", "illegal", "inconsistent", "unopened", "advice"]


class Action(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", kw_only=True, gc=False):
    """Base of what may be declared; each ruleset joins its own actions to a tagged union."""


class Header(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The first line of a game file: which game, under which version of which rules, recorded by which policy."""

    format: Literal["gamelog/1"] = FORMAT
    game: str
    ruleset: str
    version: str
    policy: Policy = "enforced"
    dice: Literal["table"] = "table"

    def bytes(self) -> bytes:
        """The canonical bytes of the header, its format always written."""
        return canonical({"format": self.format, **msgspec.to_builtins(self)})


class Claim(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What the table says became of a model: stored in a `declared` game even where the dice give something else.

    Fields left out are not claimed. `wounds` is the number left, `at` where it stands (hundredths of an inch), `marks`
    the values of marks that last for the game, by the clause they belong to.
    """

    model: str
    wounds: Number | None = None
    out: bool | None = None
    at: Point | None = None
    marks: dict[str, Number] = {}


class Reroll(msgspec.Struct, frozen=True, omit_defaults=True):
    """A roll is made again for a price. `roll` counts the rolls of this step from 0, whoever made them.

    `die` is the die meant where only one of a throw is repeated. The new faces follow the faces they repeat.
    """

    roll: Annotated[int, msgspec.Meta(ge=0, le=LIMIT)]
    die: Annotated[int, msgspec.Meta(ge=0, le=LIMIT)] = 0


class Declaration(msgspec.Struct, Generic[A], frozen=True, omit_defaults=True, kw_only=True):
    """What a side says it does, with its dice in the order the rules read them."""

    by: str
    action: A
    dice: tuple[Number, ...] = ()
    claim: tuple[Claim, ...] = ()
    rerolls: tuple[Reroll, ...] = ()


class Event(msgspec.Struct, Generic[A], frozen=True, omit_defaults=True, kw_only=True, gc=False):
    """One stored step of a game. `at` is when it was recorded (text, UTC, ISO 8601), empty where nobody says."""

    number: int
    by: str
    action: A
    dice: tuple[Number, ...] = ()
    claim: tuple[Claim, ...] = ()
    rerolls: tuple[Reroll, ...] = ()
    effects: tuple[AnyEffect, ...] = ()
    at: str = ""
    previous: str = ""

    def declaration(self) -> Declaration[A]:
        """What was declared, without what came of it."""
        return Declaration(by=self.by, action=self.action, dice=self.dice, claim=self.claim, rerolls=self.rerolls)


class Line(msgspec.Struct, Generic[A], frozen=True):
    """An event as it stands in a game file, beside the hash of its bytes."""

    event: Event[A]
    hash: str


class Finding(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What verification objects to at one step.

    `impossible` cannot have happened so, `illegal` is against a rule, `inconsistent` is recorded otherwise than the
    rules give it, `unopened` is a commitment never revealed, `advice` deserves a look.
    """

    number: int
    rule: str
    severity: Severity
    message: str
    declared: str = ""
    computed: str = ""
    facts: dict[str, Any] = {}


def digest(data: bytes) -> str:
    """SHA-256 in hexadecimal."""
    return hashlib.sha256(data).hexdigest()
