"""Terms of soft scores: marks for what is no battle, and the table that adds them to the battles.

All points and weights are hundredths.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from gamelog.contest.terms_tallies import Kind

Giver: TypeAlias = Literal["staff", "opponent", "vote"]
"""Who gives a mark: the staff, the opponent after each game, or every player one vote for an opponent."""
Each: TypeAlias = Literal["event", "round"]
Points = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Weight = Annotated[int, Meta(ge=0, le=1_000_000)]


class SoftCategory(msgspec.Struct, frozen=True, omit_defaults=True):
    """A category of marks. A mark is from `least` to `most`; a vote is worth `most`.

    In Best Overall, `weight` is what the category counts: without `of` as a factor of its points; with `of`, as the
    points that somebody gets whose marks come to `of`, and others in proportion.
    """

    id: Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[a-z0-9][a-z0-9._-]*$")]
    en: Annotated[str, Meta(min_length=1, max_length=200)]
    ru: Annotated[str, Meta(max_length=200)] = ""
    by: Giver = "staff"
    each: Each = "event"
    """Whether there is a mark for each round, or one for the event. Opponents mark each round, a vote is for all."""
    least: Points = 0
    most: Points = 1000
    usual: Points | None = None
    """The mark of an opponent who gave none; None: nothing."""
    top_marks: Annotated[int, Meta(ge=0, le=99)] = 0
    """To how many opponents one player may give the highest mark; 0 is no limit."""
    cap: Points | None = None
    """What all marks of somebody come to at most."""
    weight: Weight = 100
    of: Weight = 0


class Overall(msgspec.Struct, frozen=True, omit_defaults=True):
    """Best Overall: the score of the battles and the soft scores added up.

    `points` is the kind of points that is meant by the score; empty: what the event ranks by. `weight` and `of` are as
    in a category. `ties`: equals share a place, or stand in the order of the standings.
    """

    points: Kind = ""
    weight: Weight = 100
    of: Weight = 0
    ties: Literal["shared", "general"] = "shared"
