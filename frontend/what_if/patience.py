"""How many ways of the dice may be followed while somebody waits for a page: as many as there is time for.

What one way costs differs a hundredfold between a duel and a volley of thirty models, so it is measured.
"""

from __future__ import annotations

import time
from typing import Any

import rules
from frontend.what_if.places import Asked
from gamelog.games import luck
from rules.kernel.dice import Seeded

FEWEST = 12
"""With fewer than so many ways no odds are counted: they would only ever be too many."""


def somehow(asked: Asked, act: rules.Declaration[Any]) -> rules.Decided:
    """An act before the step with any dice. Raises: rules.IllegalAction, rules.Malformed."""
    draw = Seeded(b"", "odds").throw
    blank: rules.Declaration[Any] = rules.Declaration(by=act.by, action=act.action)
    return rules.decide(asked.game.rules, asked.before, blank, draw=draw)


def courses(asked: Asked, act: rules.Declaration[Any], seconds: float) -> int:
    """How many ways of an act's dice can be followed in a time; 0 if that is too few, or the act is not allowed."""
    started = time.monotonic()
    try:
        somehow(asked, act)
    except rules.RulesError:
        return 0
    each = max(time.monotonic() - started, 0.00005)
    found = min(int(seconds / each), luck.runs(asked.before))
    return found if found >= FEWEST else 0
