"""What other apps do when something happens to a game, and what they add to it. They register in `AppConfig.ready`."""

from __future__ import annotations

import rules
from gamelog.games.models import Game
from gamelog.reactions import Reactions

advanced: Reactions[[Game], object] = Reactions()
"""A finished game has a new head; the game is locked."""
corrected: Reactions[[Game], object] = Reactions()
"""A ruling or a revealed seed changed what a game that is or was over comes to; the game is locked."""
verified: Reactions[[Game], object] = Reactions()
"""A report on a game is complete; the report is locked."""
imported: Reactions[[Game, rules.GameFile], object] = Reactions()
"""A file's game and its events have just been stored."""
closing_lines: Reactions[[Game], bytes] = Reactions()
"""The lines that follow a game's events in its file."""
record_checks: Reactions[[Game], list[rules.Finding]] = Reactions()
"""What is wrong with a game's stored rows themselves, rules apart."""
