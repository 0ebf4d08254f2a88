"""An event's stream: acts in their order, each with its number, its author, and the hash of the one before it.

`decide` says whether an act can stand, `fold` what all of them come to. What is stored are canonical bytes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from gamelog.contest.acts import HANDLERS, Act, penalties, results
from gamelog.contest.acts.rounds import PairRound, RePair, completed
from gamelog.contest.acts.setting import Announce
from gamelog.contest.errors import Refused
from gamelog.contest.state import State, seat
from rules import canonical, digest

FORMAT = 1
"""Version of the stored form of acts."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stored act. `by` is an opaque id (empty: the site itself), `role` what they acted as, `at` UTC, ISO 8601."""

    number: int
    act: Act
    at: str
    by: str = ""
    role: str = ""
    previous: str = ""

    def bytes(self) -> bytes:
        """The canonical bytes, which are hashed and stored."""
        return canonical(self)

    def hash(self) -> str:
        """SHA-256 of the canonical bytes."""
        return digest(self.bytes())


_ENTRY = msgspec.json.Decoder(Entry)
_ACT = msgspec.json.Decoder(Act)


def read_entry(body: str | bytes) -> Entry:
    """A stored act. Raises: Refused `unreadable`."""
    return _read(_ENTRY, body)  # type: ignore[no-any-return]


def read_act(body: str | bytes) -> Any:
    """An act as somebody declares it. Raises: Refused `unreadable`, with the path of what is wrong."""
    return _read(_ACT, body)


def _read(decoder: Any, body: str | bytes) -> Any:
    try:
        return decoder.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        text, _, path = str(error).partition(" - at `")
        raise Refused("unreadable", path.rstrip("`") or "$", text) from None


def decide(state: State, act: Any) -> Any:
    """The act as it can be stored: completed by what only the site knows, and checked. Raises: Refused."""
    if state.number == 0 and not isinstance(act, Announce):
        raise Refused("not-announced", "$.type", "an event begins with its announcement")
    if isinstance(act, PairRound | RePair):
        # Made from this very state after everything that could refuse it was asked: nothing is left to check.
        return completed(state, act)
    HANDLERS[type(act)].check(state, act)
    return act


def evolve(state: State, entry: Entry) -> None:
    """Apply a stored act, in place. Nothing is refused."""
    HANDLERS[type(entry.act)].apply(state, entry.act, entry.number, entry.at)
    state.number = entry.number


def fold(entries: Iterable[Entry]) -> State:
    """What acts come to, from nothing."""
    state = State()
    for entry in entries:
        evolve(state, entry)
    return state


_STATE = msgspec.json.Decoder(State)


def copied(state: State) -> State:
    """A state of its own, to try an act on."""
    return _STATE.decode(msgspec.json.encode(state))


def is_correction(state: State, act: Any) -> bool:
    """Whether an act changes what stood: its effect on the standings is shown before it is stored."""
    if isinstance(act, results.Rule | results.Clear | penalties.Penalise | penalties.Lift):
        return True
    if not isinstance(act, results.Enter) or not 1 <= act.round <= len(state.rounds):
        return False
    known = state.rounds[act.round - 1].results.get(seat(act.table, act.board))
    return known is not None and known.standing in results.SETTLED
