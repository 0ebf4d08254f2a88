"""Groups, flights and pods as they are shown: the table of each group, and what the group of a pair is called."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gamelog.contest import counting, draw, groups
from gamelog.contest.places import Place
from gamelog.contest.state import Line, Round, TournamentState


class GroupRow(msgspec.Struct, frozen=True):
    """An entrant in the table of their group; `place` is 0 before the first round. `through`: they play the elimination
    that is drawn.
    """

    place: int
    entrant: int
    score: str
    wins: int
    draws: int
    losses: int
    through: bool = False


class GroupTable(msgspec.Struct, frozen=True):
    """The standings of a group. `group` counts from 1, `name` is its letter."""

    group: int
    name: str
    places: tuple[GroupRow, ...]


def tables(state: TournamentState, line: Line = "corrected") -> tuple[GroupTable, ...]:
    """The table of each group, on what counts in it; of flights that play on together, their part of the common one."""
    if not state.terms.grouped or not state.groups:
        return ()
    through = {each.entrant for found in draw.rounds_in(state.rounds, "cut")[:1] for each in found.request.candidates}
    if state.terms.ranked_by_group:
        found = {group: list(each.places) for group, each in counting.group_tables(state, line).items()}
    else:
        found = _parts(state, counting.table(state, line).places)
    return tuple(
        GroupTable(
            group,
            groups.letter(group),
            tuple(
                GroupRow(
                    row.place if state.rounds else 0,
                    row.entrant,
                    row.cells[0].shown,
                    row.wins,
                    row.draws,
                    row.losses,
                    row.entrant in through,
                )
                for row in rows
            ),
        )
        for group, rows in found.items()
        if group
    )


def _parts(state: TournamentState, places: Sequence[Place]) -> dict[int, list[Place]]:
    """Common standings by group, with the places within each; those who share a place go on doing so."""
    found: dict[int, list[Place]] = {each: [] for each in sorted(set(state.groups.values()))}
    shared: dict[tuple[int, int], int] = {}
    for row in places:
        group = state.groups.get(row.entrant, 0)
        if group in found:
            place = shared.setdefault((group, row.place), len(found[group]) + 1)
            found[group].append(msgspec.structs.replace(row, place=place))
    return found


def letter_of(state: TournamentState, entrant: int) -> str:
    """The letter of an entrant's group; empty without one."""
    group = state.groups.get(entrant, 0)
    return groups.letter(group) if group else ""


def name_in(state: TournamentState, found: Round, entrant: int) -> str:
    """What the group is called in which somebody plays a round: a letter, or the places of a pod such as 5–8; empty
    where nobody plays in one.
    """
    if found.stage == "pods":
        return _places_of(state, entrant)
    return letter_of(state, entrant) if draw.in_groups(state, found.number) else ""


def _places_of(state: TournamentState, entrant: int) -> str:
    first = draw.rounds_in(state.rounds, "pods")[0].request.candidates
    pod = next((each.group for each in first if each.entrant == entrant), 0)
    if not pod:
        return ""
    before = sum(each.group < pod for each in first)
    return f"{before + 1}–{before + sum(each.group == pod for each in first)}"
