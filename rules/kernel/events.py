"""Declarations and events: what was declared, with which dice, and its effects; hashed into a chain.

The bytes that are hashed are the canonical JSON of the event: keys sorted, no white space, defaults left out,
integers only (RFC 8785). Each event holds the hash of the one before it; the first holds the header's.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec

from rules.kernel.canonical import canonical as canonical
from rules.kernel.effects import AnyEffect
from rules.kernel.state import LIMIT, Lasting, Number, Point

A = TypeVar("A")

FORMAT: Literal["gamelog/1"] = "gamelog/1"

Policy = Literal["enforced", "declared"]
Provenance = Literal["table", "server", "shared"]
Severity = Literal["impossible", "illegal", "inconsistent", "unopened", "advice"]


class Action(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", kw_only=True, gc=False):
    """Base of everything that may be declared; each ruleset joins its own actions into a tagged union."""


class Administrative(Action, frozen=True):
    """Base of actions that are not acts of the battle (a commitment, a ruling): they may come after the end of the
    game, and the rules can refuse them even in games that store the battle's acts as they happened.
    """


class Ruling(Administrative, frozen=True):
    """Base of corrections: by a judge, or by agreement of both sides.

    `rule` is the id of the clause it rests on; `reason` says why in words.
    """

    rule: str
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]

    def names(self, step: int) -> bool:
        """Whether the ruling is about this very step; other steps only change as a consequence."""
        return False


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """Where a what-if leaves a battle: after step `after` of `game`, an event with the hash `head` (0: its header)."""

    game: str
    after: int
    head: str


class Header(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The first line of a game file: the game, its ruleset and version, and the recording policy.

    `dice` says where faces come from: declared by the players (`table`), drawn from a seed the server committed to
    (`server`), or from that and a seed of each player (`shared`). `issuer` is the id of the key with which the site
    signs the record; empty if nobody signs it. `branch`: nobody played this game; it is a what-if, tried out from a
    step of another.
    """

    format: Literal["gamelog/1"] = FORMAT
    game: str
    ruleset: str
    version: str
    policy: Policy = "enforced"
    dice: Provenance = "table"
    issuer: str = ""
    branch: Source | None = None

    def bytes(self) -> bytes:
        """The canonical bytes of the header, its format always written."""
        return canonical({"format": self.format, **msgspec.to_builtins(self)})


class Claim(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What players say happened to a model: a `declared` game stores it even where the dice give something else.

    Fields left out are not claimed. `wounds` is the number left, `at` its position (hundredths of an inch), `marks` the
    values of marks, by clause, or by special rule where the model is given one: they last until the end of `until`. 0
    takes a mark away.
    """

    model: str
    wounds: Number | None = None
    out: bool | None = None
    at: Point | None = None
    marks: dict[str, Number] = {}
    until: Lasting = "game"


class Reroll(msgspec.Struct, frozen=True, omit_defaults=True):
    """A paid re-roll, or (`stands`) a free one that is declined. `roll` counts the rolls of this step from 0, whichever
    side made them.

    `die` is the die concerned where only one of a throw is. The new faces come after the faces they replace. `by` is
    the side that decides so, for its own roll; empty is the side that declares. A die that `stands` keeps its face
    although a rule lets its side roll it again; without that such dice are rolled again at once.
    """

    roll: Annotated[int, msgspec.Meta(ge=0, le=LIMIT)]
    die: Annotated[int, msgspec.Meta(ge=0, le=LIMIT)] = 0
    by: str = ""
    stands: bool = False


class Declaration(msgspec.Struct, Generic[A], frozen=True, omit_defaults=True, kw_only=True):
    """An action declared by a side, with its dice in the order the rules read them.

    At a roll that a side in `hold` may re-roll, free or paid for, the rules stop and ask that side
    (`rules.kernel.hold`).
    """

    by: str
    action: A
    dice: tuple[Number, ...] = ()
    claim: tuple[Claim, ...] = ()
    rerolls: tuple[Reroll, ...] = ()
    hold: tuple[str, ...] = ()


_DECLARED = Declaration.__struct_fields__


class Event(msgspec.Struct, Generic[A], frozen=True, omit_defaults=True, kw_only=True, gc=False):
    """One stored step of a game. `at` is when it was recorded (text, UTC, ISO 8601), empty if unknown.

    `who` is the opaque id of the person who recorded it, which only the site can link to a name; empty if unknown.
    """

    number: int
    by: str
    action: A
    dice: tuple[Number, ...] = ()
    claim: tuple[Claim, ...] = ()
    rerolls: tuple[Reroll, ...] = ()
    hold: tuple[str, ...] = ()
    effects: tuple[AnyEffect, ...] = ()
    at: str = ""
    who: str = ""
    previous: str = ""

    def declaration(self) -> Declaration[A]:
        """The declaration without its effects."""
        return Declaration(
            by=self.by, action=self.action, dice=self.dice, claim=self.claim, rerolls=self.rerolls, hold=self.hold
        )

    def declaring(self, declaration: Declaration[A]) -> Event[A]:
        """The same event with a different declaration."""
        return msgspec.structs.replace(self, **{name: getattr(declaration, name) for name in _DECLARED})


class EventLine(msgspec.Struct, Generic[A], frozen=True):
    """An event as written in a game file: with its hash and, optionally, the digest of the position after it."""

    event: Event[A]
    hash: str
    state: str = ""


class Finding(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What verification objects to at one step.

    `impossible` cannot have happened, `illegal` breaks a rule, `inconsistent` differs from what the rules give,
    `unopened` is a commitment never revealed, `advice` deserves a look. `settled` is the number of the ruling that has
    since corrected the step, 0 if none has.
    """

    number: int
    rule: str
    severity: Severity
    message: str
    declared: str = ""
    computed: str = ""
    facts: dict[str, Any] = {}
    settled: int = 0


def digest(data: bytes) -> str:
    """SHA-256 in hexadecimal."""
    return hashlib.sha256(data).hexdigest()
