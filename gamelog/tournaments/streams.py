"""Events as streams: their acts, and the cached states."""

from __future__ import annotations

import msgspec

from gamelog.contest import stream
from gamelog.contest.copying import copied
from gamelog.contest.state import TournamentState
from gamelog.streams.cache import StateCache
from gamelog.streams.store import Kind
from gamelog.tournaments.errors import StaleEvent
from gamelog.tournaments.models import Act, Tournament

EVENTS = Kind(Tournament, Act, "tournament", StaleEvent)
STATES: StateCache[TournamentState] = StateCache(
    "event", stream.FORMAT, write=msgspec.json.Encoder().encode, read=msgspec.json.Decoder(TournamentState).decode,
    unreadable=msgspec.MsgspecError, held=4, copy=copied,
)  # fmt: skip
"""The state after any act that somebody looked at. One of 400 entrants after eight rounds takes 20 ms to read and one
to copy, and while tables report each act asks for the one that the last act made.
"""
KEPT_PAST = 120
"""Seconds for which a state other than the last is cached: a big event has thousands, and each may be a megabyte."""
