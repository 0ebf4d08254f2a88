"""The inputs and the outcome of a pairing. Both are published in this form."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from gamelog.contest.terms import Format, PairingTerms

Constraint: TypeAlias = Literal["rematch", "second-bye", "forbidden"]
"""What only a recorded act lifts."""


class Candidate(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody to be paired.

    `score` decides the group, `rank` the order inside it (1 is first; no two alike). `met` are former opponents,
    `floats` how often the entrant was paired outside of the group, `tables` where the entrant played, oldest first.
    `bracket` is the slot in an elimination's draw (`elimination.slots`), from 1 and the same in all its rounds unless
    they are seeded anew; 0 elsewhere. `bronze` is set for the two losers of the semi-finals, in the last round of an
    elimination with a match for the third place. `fell` is the round of the upper bracket of a double elimination that
    they lost, 0 if none; the round after its last is the first final.
    """

    entrant: int
    rank: int
    score: int = 0
    met: tuple[int, ...] = ()
    byes: int = 0
    floats: int = 0
    club: str = ""
    tables: tuple[int, ...] = ()
    bracket: int = 0
    bronze: bool = False
    fell: int = 0
    terrains: tuple[str, ...] = ()
    """The kinds of terrain that they have played on, oldest first, where terrain rotates."""
    group: int = 0
    """The group or pod, from 1, whose members alone they can meet; 0 where nobody is in one."""
    above: int = 0
    """In the elimination of a pod: how many places of its draw are above those that they can still reach."""


class Request(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything a round's pairing is made from. `round` counts from 1 within the stage.

    `kept` are pairs that stand already (a re-pairing leaves them) with their table, 0 where that is chosen anew; the
    second entrant 0 keeps the bye. `forbidden` are pairs that must not meet, `lifted` the constraints that a recorded
    act lifted, `seed` is text that random choices are drawn from.
    """

    round: int
    format: Format
    candidates: tuple[Candidate, ...]
    terms: PairingTerms = PairingTerms()
    seed: str = ""
    tables: tuple[int, ...] = ()
    """Numbers of the tables of the hall, in their order; empty: 1, 2, 3..."""
    terrains: tuple[str, ...] = ()
    """The terrain on each of `tables`, where it rotates; empty for a table without a name for it."""
    kept: tuple[tuple[int, int, int], ...] = ()
    forbidden: tuple[tuple[int, int], ...] = ()
    lifted: tuple[Constraint, ...] = ()
    double: bool = False
    bronze: bool = False
    reseeded: bool = False
    """Whether the slots of an elimination are those of this round alone, given anew to everybody who is left."""
    field: int = 0
    """How many a double elimination was drawn for; 0 in other formats."""
    pods: bool = False
    """Whether the elimination is that of pods, where losers play on: see `pods`."""


class Pair(msgspec.Struct, frozen=True, omit_defaults=True):
    """Two entrants at a table; `a` is the first side. `floated`: they come from two score groups."""

    table: int
    a: int
    b: int
    floated: bool = False


class Paired(msgspec.Struct, frozen=True, omit_defaults=True):
    """A pairing: its pairs by table, who has the bye (0: nobody), and the version of the rules that made it.

    `notes` say what was better given up than broken: `club:3-8` for two of one club that meet, `float:5` for a second
    float, `table:7` for an entrant at a table where they played before, `terrain:7` for another table of
    such a kind; and what was lifted and needed: `rematch:3-8`, `forbidden:3-8`, `second-bye:5`. `unopposed` are those
    who go on in an elimination because their slots' neighbours are empty: no opponent, and no bye of the Swiss kind.
    `waiting` are those of a double elimination whose bracket has no round now.
    """

    version: str
    pairs: tuple[Pair, ...]
    bye: int = 0
    notes: tuple[str, ...] = ()
    unopposed: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()
    byes: tuple[int, ...] = ()
    """Who has the bye of their group, where there are groups; `bye` is 0 then."""

    @property
    def resting(self) -> tuple[int, ...]:
        """Everybody who has a bye."""
        return (self.bye, *self.byes) if self.bye else self.byes


class Lift(msgspec.Struct, frozen=True):
    """A constraint whose lifting would make a pairing possible, and the pairs or byes it would cost at least.

    `also` are the constraints to lift together with it, where none alone is enough.
    """

    constraint: Constraint
    cost: int
    also: tuple[Constraint, ...] = ()


class Unpairable(Exception):
    """No pairing keeps every constraint. `why` and `why_ru` say the reason in words, `lifts` what could be lifted,
    cheapest first.
    """

    def __init__(self, why: str, why_ru: str, lifts: tuple[Lift, ...] = ()) -> None:
        super().__init__(why)
        self.why = why
        self.why_ru = why_ru
        self.lifts = lifts
