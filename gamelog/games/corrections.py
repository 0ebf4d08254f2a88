"""The preview of a ruling, for the judge. Nothing here writes; `services.correction_append` stores it.

found = corrections.preview(game, declaration)      # found.steps, found.before, found.after, found.digest
services.correction_append(game_id=game.pk, expected=found.number, declaration=declaration,
                           consequences_digest=found.digest, actor=judge)
"""

from __future__ import annotations

from typing import Any

import rules
from gamelog.games import seeds, selectors
from gamelog.games.models import Game
from rules.consequences import Changed as Changed
from rules.consequences import Consequences as Consequences
from rules.consequences import consequences
from rules.consequences import effects_digest as effects_digest
from rules.consequences import told as told
from rules.kernel.canonical import tag_of
from rules.kernel.events import Ruling
from rules.kernel.log import LOG
from rules.kernel.rulings import JUDGE as JUDGE
from rules.kernel.rulings import KINDS, TakeBack

TAGS = frozenset(tag_of(kind) for kind in KINDS)
"""The actions that correct a game, by their tag: `Event.type`."""


def preview(game: Game, declaration: rules.Declaration[Any]) -> Consequences:
    """The consequences of a ruling or take-back if it were the game's next event. Stores nothing.

    Raises:
        rules.Malformed: it is no correction, or names something the game does not have.
        rules.IllegalAction: the rules do not allow it, with the clause.
    """
    history = selectors.events_of(game)
    return consequences(game.rules, history, seeds.as_rolled(game, declaration, history))


def is_correction(declaration: rules.Declaration[Any]) -> bool:
    """Whether this is a correction: a ruling or a take-back."""
    return isinstance(declaration.action, Ruling)


def is_ruling(declaration: rules.Declaration[Any]) -> bool:
    """Whether only a judge may declare this."""
    return is_correction(declaration) and not isinstance(declaration.action, TakeBack)


def refuse(declaration: rules.Declaration[Any]) -> None:
    """Refuse a correction that is declared like a step.

    Raises:
        rules.IllegalAction: `log.ruling` or `log.take-back`.
    """
    if is_ruling(declaration):
        why = "a ruling is stored as a correction, after its consequences were looked at"
        raise rules.IllegalAction(LOG["ruling"], why)
    if is_correction(declaration):
        raise rules.IllegalAction(LOG["take-back"], "a take-back is proposed, and the other side agrees to it")


def take_back(game: Game, side: str, since: int, reason: str, rule: str = LOG["take-back"]) -> rules.Declaration[Any]:
    """The declaration by which `side`, with everybody's agreement, takes back every step from `since` on."""
    agreed = tuple(sorted(game.rules.sides))
    return rules.Declaration(by=side, action=TakeBack(rule=rule, reason=reason, since=since, agreed=agreed))
