"""Clubs as streams: the acts of their staff. Acts recorded before links existed do not link to a predecessor."""

from __future__ import annotations

from gamelog.clubs.models import Club, ClubAct
from gamelog.streams.store import Kind

CLUBS = Kind(Club, ClubAct, "club", unlinked=True)
