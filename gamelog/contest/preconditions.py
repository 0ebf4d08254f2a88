"""Preconditions of acts."""

from __future__ import annotations

from typing import Any

from gamelog.contest.errors import Refused
from gamelog.contest.pairing.request import Pair
from gamelog.contest.state import DESK, Entrant, Phase, Round, TournamentState, seat


def require(ok: Any, code: str, path: str, text: str, **facts: Any) -> None:
    """Refuse an act unless `ok`. Raises: Refused."""
    if not ok:
        raise Refused(code, path, text, **facts)


def in_phase(state: TournamentState, *phases: Phase) -> None:
    """Refuse an act in any other phase. Raises: Refused `wrong-phase`."""
    wanted = " or ".join(phases)
    require(state.phase in phases, "wrong-phase", "$.type", f"the event is {state.phase}; this is done while {wanted}",
            phase=state.phase)  # fmt: skip


def entrant_of(state: TournamentState, number: int, path: str = "$.entrant") -> Entrant:
    """An entrant. Raises: Refused `no-entrant`."""
    found = state.entrants.get(number)
    require(found, "no-entrant", path, f"there is no entrant {number}; they are numbered 1 to {len(state.entrants)}")
    assert found
    return found


def round_of(state: TournamentState, number: int) -> Round:
    """A paired round. Raises: Refused `no-round`."""
    known = 1 <= number <= len(state.rounds)
    require(known, "no-round", "$.round", f"round {number} is not paired; {len(state.rounds)} are")
    return state.rounds[number - 1]


def last_round(state: TournamentState, number: int) -> Round:
    """The current round, which `number` has to be. Raises: Refused `no-round`, `round-over`."""
    found = round_of(state, number)
    require(number == len(state.rounds), "round-over", "$.round",
            f"round {number} is over: round {len(state.rounds)} is being played")  # fmt: skip
    return found


def place_of(state: TournamentState, number: int, table: int, board: int) -> tuple[Round, Pair, str]:
    """A round, the pair at a table, and the key of the seat. Raises: Refused `no-round`, `no-table`, `no-board`."""
    found = round_of(state, number)
    pair = found.pair_at(table)
    require(pair, "no-table", "$.table", f"nobody plays at table {table} in round {number}")
    assert pair
    size = state.terms.teams.size if state.terms.teams else 0
    sized = 1 <= board <= size if size else board == DESK
    text = f"a match has boards 1 to {size}" if size else "only team matches have boards"
    require(sized, "no-board", "$.board", text)
    return found, pair, seat(table, board)


def require_known_players(found: Round, table: int, board: int) -> None:
    """Refuse a board whose players are unknown until the captains have chosen. Raises: Refused `captains-choose`."""
    require(not found.choosing(table), "captains-choose", "$.board",
            f"who plays at board {board} is not settled: the captains of table {table} still choose")  # fmt: skip


def reason_of(text: str) -> None:
    """Refuse an act that needs a reason and has none. Raises: Refused `reason-wanted`."""
    require(text.strip(), "reason-wanted", "$.reason", "a reason is wanted: it stands in the record")
