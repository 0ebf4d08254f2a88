"""Hooks for other apps on what happens to a game, and for their additions to it. They register in `AppConfig.ready`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID

from django.contrib.auth.models import AnonymousUser, User

import rules
from gamelog.games.models import Game, MovingPicture, QueuedWork
from gamelog.games.stored import Stored
from gamelog.reactions import Reactions

advanced: Reactions[[Game], object] = Reactions()
"""A finished game has a new head; the game is locked."""
corrected: Reactions[[Sequence[Game]], object] = Reactions()
"""A ruling or a revealed seed changed the result of games that are or were over; the games are locked."""
verified: Reactions[[Sequence[Game]], object] = Reactions()
"""Reports on games are complete; the reports are locked."""
imported: Reactions[[Game, rules.GameFile], object] = Reactions()
"""A file's game and its events have just been stored."""
closing_lines: Reactions[[Game], bytes] = Reactions()
"""The lines after a game's events in its file."""
record_checks: Reactions[[Sequence[Stored]], Mapping[UUID, list[rules.Finding]]] = Reactions()
"""Errors in the stored rows of games themselves, apart from the rules, by game."""
what_if_seen: Reactions[[User | AnonymousUser, Game], bool] = Reactions()
"""Whether somebody may see a what-if."""
drawn: Reactions[[MovingPicture], bytes] = Reactions()
"""A moving picture as a file. Raises: errors.NotDrawn, with the reason in the language of the picture."""
worked: Reactions[[QueuedWork], bytes | None] = Reactions()
"""The result of a piece of work from the queue, by whoever does work of its kind; None for others."""
