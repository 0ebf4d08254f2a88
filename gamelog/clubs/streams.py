"""Clubs as streams: the acts of their staff. Those recorded before acts were linked name none before them."""

from __future__ import annotations

from gamelog.clubs.models import Club, ClubAct
from gamelog.streams.store import Kind

CLUBS = Kind(Club, ClubAct, "club", unlinked=True)
