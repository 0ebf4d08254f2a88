"""Groups and flights: drawn by the terms, or assigned by the staff."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec import Meta

from gamelog.contest import draw, groups
from gamelog.contest.act_kind import ActKind
from gamelog.contest.acts.entries import Number
from gamelog.contest.concerns import Concerns, the_event
from gamelog.contest.effects import Effect, GroupsSet
from gamelog.contest.preconditions import entrant_of, in_phase, require
from gamelog.contest.roles import STAFF
from gamelog.contest.state import TournamentState


class DrawGroups(msgspec.Struct, frozen=True, omit_defaults=True, tag="draw-groups", forbid_unknown_fields=True):
    """Everybody who can be paired in the first round is put into a group, as the terms say.

    Drawn again, the lot of the same entrants gives the same groups: nobody can draw until they like the outcome.
    """


def check_draw_groups(state: TournamentState, act: DrawGroups) -> None:
    """Raises: Refused `wrong-phase`, `no-groups`, `groups-assigned`, `groups-stand`, `too-few`."""
    _groups_open(state)
    require(not state.rounds, "groups-stand", "$.type", "groups stay as they are once a round is paired")
    text = "the staff says who comes into which group here: put the entrants into them"
    require(state.terms.stages.drawn != "assigned", "groups-assigned", "$.type", text)
    here, number = len(draw.present(state, 1)), state.terms.stages.groups
    text = f"{number} groups need {number * draw.FEWEST} or more, and {here} can be paired"
    require(here >= number * draw.FEWEST, "too-few", "$.type", text, here=here)


def _groups_open(state: TournamentState) -> None:
    in_phase(state, "registration", "ready", "running")
    require(state.terms.grouped, "no-groups", "$.type", f"an event of the format {state.terms.format} has no groups")


def effects_draw_groups(state: TournamentState, act: DrawGroups, at: str) -> Iterator[Effect]:
    """The groups."""
    order = draw.initial_order(state)
    if state.terms.stages.drawn == "lot":
        order = groups.by_lot(order, state.seed)
    yield GroupsSet(tuple(sorted(groups.dealt(order, state.terms.stages.groups).items())))


DRAW_GROUPS = ActKind(DrawGroups, check_draw_groups, effects_draw_groups, who=STAFF, concerns=the_event)


class AssignGroups(msgspec.Struct, frozen=True, omit_defaults=True, tag="assign-groups", forbid_unknown_fields=True):
    """Entrants are put into groups: each with the number of the group, from 1. All others stay where they are."""

    groups: Annotated[tuple[tuple[Number, Annotated[int, Meta(ge=1, le=26)]], ...], Meta(min_length=1)]


def check_assign_groups(state: TournamentState, act: AssignGroups) -> None:
    """Raises: Refused `wrong-phase`, `no-groups`, `twice`, `no-entrant`, `no-group`, `groups-stand`."""
    _groups_open(state)
    named = [entrant for entrant, _group in act.groups]
    require(len(set(named)) == len(named), "twice", "$.groups", "an entrant stands there twice")
    number = state.terms.stages.groups
    paired = {each.entrant for found in state.rounds for each in found.request.candidates}
    for at, (entrant, group) in enumerate(act.groups):
        path = f"$.groups[{at}]"
        entrant_of(state, entrant, f"{path}[0]")
        require(group <= number, "no-group", f"{path}[1]", f"there are {number} groups, and no group {group}")
        text = f"entrant {entrant} has been paired, and stays in the group"
        stays = entrant not in paired or state.groups.get(entrant) == group
        require(stays, "groups-stand", path, text)


def effects_assign_groups(state: TournamentState, act: AssignGroups, at: str) -> Iterator[Effect]:
    """The groups."""
    yield GroupsSet(tuple(sorted((state.groups | dict(act.groups)).items())))


def the_groups(state: TournamentState, act: AssignGroups) -> Concerns:
    """The groups as a whole."""
    return Concerns(topics=("groups",))


ASSIGN_GROUPS = ActKind(AssignGroups, check_assign_groups, effects_assign_groups, who=STAFF, concerns=the_groups)
