"""Terms of the stages that an event can have beside its rounds for everybody."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta


class Knockout(msgspec.Struct, frozen=True, omit_defaults=True):
    """How an elimination is entered and played."""

    losses: Annotated[int, Meta(ge=0, le=98)] | None = None
    """Everybody who lost no more than so many rounds plays on after the Swiss, however many they are: 0 are all who are
    undefeated. None: the best `Terms.cut` play on."""
    reseed: bool = False
    """Whether all who are left are seeded anew in each round: the highest seed left meets the lowest left. Otherwise
    the first draw holds to the end."""
    second_final: bool = True
    """Whether the final of a double elimination is played again where the winner of the lower bracket wins it, so that
    both finalists have lost once."""


Then: TypeAlias = Literal["", "single-elimination", "double-elimination", "merged", "pods"]
"""What follows the rounds that everybody plays: an elimination, rounds of all groups together, or pods."""


class Stages(msgspec.Struct, frozen=True, omit_defaults=True):
    """How entrants are put into groups that play by themselves, and what follows; and the pods after a Swiss."""

    groups: Annotated[int, Meta(ge=0, le=26)] = 0
    """Into how many groups, or flights, the entrants are put (format `groups`)."""
    drawn: Literal["snake", "lot", "assigned"] = "snake"
    """Who comes into which group: in the order of the ranking, there and back again; by lot; or as the staff says."""
    play: Literal["round-robin", "swiss"] = "round-robin"
    """What is played within a group. A Swiss has `Terms.rounds` rounds, the same in all groups."""
    then: Literal["", "single-elimination", "double-elimination", "merged"] = ""
    """What follows. `merged`: all groups play on together, with the points that they have."""
    top: Annotated[int, Meta(ge=0, le=64)] = 0
    """How many of each group play the elimination."""
    best_next: Annotated[int, Meta(ge=0, le=26)] = 0
    """How many of those on the next place play it too: the best of them, compared across the groups."""
    merged_rounds: Annotated[int, Meta(ge=0, le=99)] = 0
    """How many rounds all groups play together."""
    pod: Annotated[int, Meta(ge=0, le=64)] = 0
    """How many play for neighbouring places after a Swiss (format `pods`): with 4 those on places 1 to 4, 5 to 8..."""
    pod_play: Literal["elimination", "round-robin"] = "elimination"
    """What is played within a pod. In its elimination losers play on, for the places that they can still reach."""


class Mission(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a round is played for. `options` of the ruleset are those that its games begin with beside the event's."""

    round: Annotated[int, Meta(ge=1, le=99)]
    en: Annotated[str, Meta(min_length=1, max_length=200)]
    ru: Annotated[str, Meta(max_length=200)] = ""
    options: dict[str, int | str | bool] = {}
