"""Hooks for other apps on what happens to an event. They register in `AppConfig.ready`."""

from __future__ import annotations

from typing import Any

from gamelog.contest.interchange.event_file import EventFile
from gamelog.contest.state import TournamentState
from gamelog.reactions import Reactions
from gamelog.tournaments.models import Tournament

stored: Reactions[[Tournament, TournamentState, Any, str], object] = Reactions()
"""An act has just been stored, in this state, by this person (an opaque id); the event is locked."""
advanced: Reactions[[Tournament], object] = Reactions()
"""An act of an event that is over has just been stored; the event is locked."""
imported: Reactions[[Tournament, EventFile, bytes], object] = Reactions()
"""A file's event has just been stored; the bytes are the file's closing lines."""
