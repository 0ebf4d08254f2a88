"""Score sheets that were entered from paper, as they are stored: one frozen class for each kind of act.

An act holds numbers, opaque ids and a digest. Whatever somebody typed, such as names, units and notes, stands in
`Words` beside it, in a row that can be changed, so that somebody can be forgotten. The digest covers a salt, which is
deleted together with a name: without it nobody finds the name by trying.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from rules import canonical, digest

Side: TypeAlias = Literal["a", "b"]
SIDES: tuple[Side, Side] = ("a", "b")
Winner: TypeAlias = Literal["by-points", "a", "b", "draw"]
Standing: TypeAlias = Literal["entered", "confirmed", "disputed", "withdrawn"]
"""How sure a sheet is. `confirmed`: by both sides."""


class Battle(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a sheet says in numbers. `a` and `b` are opaque ids, empty for a side that only has a name.

    `rounds` are the scores of both sides, round by round. `mission` is the id of a rule, if the ruleset has one.
    """

    ruleset: str
    version: str
    played: str
    rounds: tuple[tuple[int, int], ...]
    winner: Winner = "by-points"
    points: int = 0
    mission: str = ""
    a: str = ""
    b: str = ""

    @property
    def totals(self) -> tuple[int, int]:
        """The score of each side over all rounds."""
        return sum(each[0] for each in self.rounds), sum(each[1] for each in self.rounds)

    @property
    def won(self) -> Literal["", "a", "b"]:
        """The side that won; empty for a draw."""
        if self.winner == "by-points":
            first, second = self.totals
            return "a" if first > second else "b" if second > first else ""
        return "" if self.winner == "draw" else self.winner


class Loss(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Models of a unit that were lost. `of` is how many there were; 0: nobody said."""

    unit: str
    lost: int = 1
    of: int = 0


class SideWords(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What was typed or read of a side. `name` is empty for a side with an account."""

    name: str = ""
    army: str = ""
    lost: tuple[Loss, ...] = ()


class Words(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The texts of an act."""

    a: SideWords = SideWords()
    b: SideWords = SideWords()
    mission: str = ""
    note: str = ""
    reason: str = ""

    def digest(self, salt: str) -> str:
        """The digest by which an act names its texts."""
        return digest(canonical({"salt": salt, "words": self}))


class Entered(msgspec.Struct, frozen=True, omit_defaults=True, tag="entered"):
    """A battle is entered from paper. `words` is the digest of its texts, as in every act."""

    battle: Battle
    words: str


class Corrected(msgspec.Struct, frozen=True, omit_defaults=True, tag="corrected"):
    """The sheet says something else from now on: a new version, which nobody but its author has confirmed."""

    battle: Battle
    words: str


class Confirmed(msgspec.Struct, frozen=True, omit_defaults=True, tag="confirmed"):
    """A side agrees with the version that was act `version`."""

    side: Side
    version: int


class Disputed(msgspec.Struct, frozen=True, omit_defaults=True, tag="disputed"):
    """A side says that a version is wrong."""

    side: Side
    version: int
    words: str


class Withdrawn(msgspec.Struct, frozen=True, omit_defaults=True, tag="withdrawn"):
    """The sheet was a mistake. Nothing follows."""

    words: str


Act: TypeAlias = Entered | Corrected | Confirmed | Disputed | Withdrawn


class SheetEntry(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A stored act. `by` is an opaque id, `at` UTC, ISO 8601, `previous` the hash of the act before."""

    number: int
    act: Act
    at: str
    by: str
    format: Literal[1] = 1
    previous: str = ""

    def bytes(self) -> bytes:
        """The canonical bytes, which are hashed and stored."""
        return canonical(self)


ENTRY = msgspec.json.Decoder(SheetEntry)
WORDS = msgspec.json.Decoder(Words)


class SheetState(NamedTuple):
    """A sheet after its acts: the present version and what was said about it.

    `confirmed` and `disputed` hold the number of the act by which a side did so.
    """

    version: int
    battle: Battle
    confirmed: dict[Side, int]
    disputed: dict[Side, int]
    withdrawn: int = 0

    @property
    def standing(self) -> Standing:
        """How sure the sheet is."""
        if self.withdrawn:
            return "withdrawn"
        if self.disputed:
            return "disputed"
        return "confirmed" if len(self.confirmed) == len(SIDES) else "entered"

    def side_of(self, person: str) -> Side | None:
        """The side that somebody played, by their opaque id."""
        return next((side for side in SIDES if person and getattr(self.battle, side) == person), None)


def fold(entries: Iterable[SheetEntry]) -> SheetState:
    """The state after acts, of which the first enters the sheet."""
    state: SheetState | None = None
    for entry in entries:
        match entry.act:
            case Entered(battle=battle) | Corrected(battle=battle):
                state = SheetState(entry.number, battle, {}, {})
                author = state.side_of(entry.by)
                if author:
                    state.confirmed[author] = entry.number
            case Confirmed(side=side) if state:
                state.disputed.pop(side, None)
                state.confirmed[side] = entry.number
            case Disputed(side=side) if state:
                state.confirmed.pop(side, None)
                state.disputed[side] = entry.number
            case Withdrawn() if state:
                state = state._replace(withdrawn=entry.number)
    if state is None:
        raise ValueError("a sheet begins by being entered")
    return state
