"""Hooks for other apps on what happens to a game, and for their additions to it. They register in `AppConfig.ready`."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser, User

import rules
from gamelog.games.models import Game, MovingPicture
from gamelog.reactions import Reactions

advanced: Reactions[[Game], object] = Reactions()
"""A finished game has a new head; the game is locked."""
corrected: Reactions[[Game], object] = Reactions()
"""A ruling or a revealed seed changed the result of a game that is or was over; the game is locked."""
verified: Reactions[[Game], object] = Reactions()
"""A report on a game is complete; the report is locked."""
imported: Reactions[[Game, rules.GameFile], object] = Reactions()
"""A file's game and its events have just been stored."""
closing_lines: Reactions[[Game], bytes] = Reactions()
"""The lines after a game's events in its file."""
record_checks: Reactions[[Game], list[rules.Finding]] = Reactions()
"""Errors in a game's stored rows themselves, apart from the rules."""
what_if_seen: Reactions[[User | AnonymousUser, Game], bool] = Reactions()
"""Whether somebody may see a what-if."""
drawn: Reactions[[MovingPicture], bytes] = Reactions()
"""A moving picture as a file. Raises: errors.NotDrawn, with the reason in the language of the picture."""
