"""Terms of the points that an event counts beside match, battle and victory points, and the kinds that follow from
them.

A kind of points is named by a word: `victory` or the id of a tally is what a side has made, `victory.against` what its
opponents have made, and `victory.difference` the one minus the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta

POINTS = ("match", "battle", "victory")
"""The kinds that every event has."""
AGAINST, DIFFERENCE = ".against", ".difference"
TallyPoints: TypeAlias = Annotated[int, Meta(ge=-10_000_000, le=10_000_000)]
TallyId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[a-z0-9][a-z0-9_-]*$")]
Tallied: TypeAlias = dict[TallyId, TallyPoints]
"""What a side has of each tally, in hundredths; none of those that are not there."""

Ranks: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=60, pattern=r"^[a-z0-9][a-z0-9_-]*(\.(against|difference))?$")
]
"""What an event ranks by first: match points (win, draw, loss), battle points (a 20-0 scale), victory points, or any
other of its kinds of points (see above)."""
Kind: TypeAlias = Annotated[str, Meta(max_length=60, pattern=r"^([a-z0-9][a-z0-9_-]*(\.(against|difference))?)?$")]
"""A kind of points as a tie-break names it; empty: match points."""
PointsMember: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=60, pattern=r"^[a-z0-9][a-z0-9_-]*(\.against)?$")
]
"""A member of an award: `match`, `battle`, `victory`, `battle_against`, `victory_against`, or a tally as a kind."""


class Tally(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that both sides of a battle report beside their victory points: touchdowns, casualties, slain leaders.

    What is more than `cap` in a round does not count. With `into` it is a part of the victory points, as primaries and
    secondaries are; without, it is counted by itself. `listed`: the standings have a column of it, for and against,
    even where no tie-break asks for it.
    """

    id: TallyId
    en: Annotated[str, Meta(min_length=1, max_length=200)]
    ru: Annotated[str, Meta(max_length=200)] = ""
    cap: TallyPoints | None = None
    into: Literal["", "victory"] = ""
    listed: bool = False


class Major(msgspec.Struct, frozen=True, omit_defaults=True):
    """A major victory: what its winner and its loser get in match points. Any other is worth the usual win and loss.

    A victory is major if the winner has at least `times` the points of the loser (0: this is not asked), or more than
    `over` points more than the loser (None: not asked).
    """

    win: TallyPoints
    loss: TallyPoints
    times: Annotated[int, Meta(ge=0, le=100)] = 0
    over: TallyPoints | None = None

    def is_reached(self, winner: int, loser: int) -> bool:
        """Whether the points of both sides make it a major victory."""
        lead = winner - loser
        return lead > 0 and bool(
            (self.times and winner >= self.times * loser) or (self.over is not None and lead > self.over)
        )


class KindName(NamedTuple):
    """What a kind of points is called."""

    en: str
    ru: str


KNOWN = {
    "match": KindName("Match points", "Очки"),
    "battle": KindName("Battle points", "Боевые очки"),
    "victory": KindName("Victory points", "Победные очки"),
}


def names_of(tallies: Sequence[Tally]) -> dict[str, KindName]:
    """Every kind of points of an event, and its name. Match points have no opponent's side: both follow from a result.

    The opponents' battle and victory points are kinds as well as those of tallies.
    """
    own = KNOWN | {each.id: KindName(each.en, each.ru or each.en) for each in tallies}
    sided = {
        name: found
        for kind, (en, ru) in own.items()
        if kind != "match"
        for name, found in (
            (kind + AGAINST, KindName(f"{en} against", f"{ru}: у соперников")),
            (kind + DIFFERENCE, KindName(f"{en} difference", f"{ru}: разница")),
        )
    }
    return own | sided


def name_of(tallies: Sequence[Tally], kind: str) -> KindName:
    """The name of a kind, or the word itself for one that the event does not have."""
    return names_of(tallies).get(kind, KindName(kind, kind))


def parts_of(kind: str) -> tuple[str, str]:
    """The points that a kind is about, and which side of them: empty, `against` or `difference`."""
    name, _dot, side = kind.partition(".")
    return name, side


def sided(kind: str, own: int, against: int) -> int:
    """What a kind makes of a side's own points and its opponent's."""
    return {"": own, "against": against, "difference": own - against}[parts_of(kind)[1]]
