"""What a viewer may see of an event: everything, except for two kinds of temporary secrets, and soft scores.

- A captain's choice is visible to nobody else, not even at the desk, until the other captain has chosen, too.
- Rosters are visible to their owners and the desk alone until they are locked, if the event's terms say so.
- What soft scores come to is visible to the desk alone until the event is finished; who gave which mark always is, but
  for a player's own.

All data that leaves the site goes through `shown` (a state) or leaves out the acts that `withheld` names.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from gamelog.contest import captains
from gamelog.contest.acts.rosters import SubmitRoster
from gamelog.contest.acts.rounds import ChooseCaptain, MoveTable
from gamelog.contest.acts.soft import GIVE_SOFT, RATE_OPPONENT, VOTE, WITHDRAW_SOFT
from gamelog.contest.state import Entrant, Round, SoftMark, SubmittedRoster, TournamentState
from gamelog.contest.stream import StoredAct, read_entry
from gamelog.tournaments.models import Act, Tournament

CLOSED = SubmittedRoster(sha256="")
"""The stand-in for a roster that was handed in and is not public yet."""
MARKS = frozenset(kind.tag for kind in (GIVE_SOFT, RATE_OPPONENT, VOTE, WITHDRAW_SOFT))
"""Acts about marks of soft scores, by type."""


class Viewer(NamedTuple):
    """The viewer: an opaque id (empty: nobody the event knows), and whether they work at its desk."""

    person: str = ""
    desk: bool = False


def shown(state: TournamentState, viewer: Viewer) -> TournamentState:
    """A state as the viewer may see it. It changes the given one, which has to be the caller's own."""
    for each in state.entrants.values():
        if not roster_open(state, each, viewer):
            _close(each)
    for found in state.rounds[-1:]:
        for table, now in found.captains.items():
            found.captains[table] = captains.view(now, _side_of(state, found, int(table), viewer.person))
    state.soft = [each for each in state.soft if _mark_open(state, each, viewer)]
    return state


def awards_open(state: TournamentState, viewer: Viewer) -> bool:
    """Whether the viewer may see what the marks of soft scores come to."""
    return viewer.desk or state.phase == "finished"


def _mark_open(state: TournamentState, mark: SoftMark, viewer: Viewer) -> bool:
    if not mark.giver:
        return awards_open(state, viewer)
    return viewer.desk or (bool(viewer.person) and viewer.person in state.entrants[mark.giver].people())


def roster_open(state: TournamentState, entrant: Entrant, viewer: Viewer) -> bool:
    """Whether the viewer may read an entrant's roster, or those of a team."""
    return not _rosters_hidden(state) or viewer.desk or viewer.person in entrant.people()


def withheld(tournament: Tournament, state: TournamentState, viewer: Viewer) -> frozenset[int]:
    """The numbers of the acts that the viewer may not see yet."""
    return (
        _choices_withheld(tournament, state, viewer)
        | _rosters_withheld(tournament, state, viewer)
        | _marks_withheld(tournament, viewer)
    )


def _rosters_hidden(state: TournamentState) -> bool:
    return state.terms.rosters.hidden_until_locked and not state.rosters_locked


def _close(entrant: Entrant) -> None:
    entrant.roster = entrant.roster and CLOSED
    for member in entrant.members:
        member.roster = member.roster and CLOSED


def _side_of(state: TournamentState, found: Round, table: int, person: str) -> captains.Side | Literal[""]:
    pair = found.pair_at(table)
    if pair is None or not person:
        return ""
    if person in state.entrants[pair.a].people():
        return "a"
    return "b" if person in state.entrants[pair.b].people() else ""


def _choices_withheld(tournament: Tournament, state: TournamentState, viewer: Viewer) -> frozenset[int]:
    """Choices of the current round that the other captain has not answered yet."""
    waits = [(table, side) for found in state.rounds[-1:] for table, now in found.captains.items()
             for side in ("a", "b") if getattr(now, side).chosen]  # fmt: skip
    if not waits:
        return frozenset()
    found = state.rounds[-1]
    last = _last_choices(_entries(tournament, "choose", "move-table"), found.number)
    return frozenset(
        last[int(table), side]
        for table, side in waits
        if (int(table), side) in last and _side_of(state, found, int(table), viewer.person) != side
    )


def _last_choices(entries: list[StoredAct], number: int) -> dict[tuple[int, str], int]:
    """The act of each captain's last choice in a round, by the present table of the match."""
    last: dict[tuple[int, str], int] = {}
    for entry in entries:
        match entry.act:
            case ChooseCaptain(round=of) as act if of == number:
                last[act.table, act.side] = entry.number
            case MoveTable(round=of) as act if of == number:
                moved = {act.table: act.to, act.to: act.table}
                last = {(moved.get(table, table), side): found for (table, side), found in last.items()}
    return last


def _rosters_withheld(tournament: Tournament, state: TournamentState, viewer: Viewer) -> frozenset[int]:
    if viewer.desk or not _rosters_hidden(state):
        return frozenset()
    return frozenset(
        entry.number
        for entry in _entries(tournament, "submit-roster")
        if isinstance(entry.act, SubmitRoster) and not roster_open(state, state.entrants[entry.act.entrant], viewer)
    )


def _marks_withheld(tournament: Tournament, viewer: Viewer) -> frozenset[int]:
    """Acts by which marks of soft scores were given: each names its author, so they stay closed for good."""
    if viewer.desk:
        return frozenset()
    rows = Act.objects.filter(tournament=tournament, type__in=MARKS, number__lte=tournament.number)
    return frozenset(rows.values_list("number", flat=True))


def _entries(tournament: Tournament, *types: str) -> list[StoredAct]:
    rows = Act.objects.filter(tournament=tournament, type__in=types, number__lte=tournament.number)
    return [read_entry(body) for body in rows.order_by("number").values_list("body", flat=True)]
