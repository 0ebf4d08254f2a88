"""A battle as text to paste: who fought, how it ended, the score by round, and what happened in each of them."""

from __future__ import annotations

from itertools import groupby

from django.utils.translation import gettext as _

from frontend.games import replay, scoresheet
from frontend.games.cast import Cast
from gamelog.games import selectors
from gamelog.games.models import Game
from rules.kernel.canonical import tag_of


def report(game: Game) -> str:
    """The battle report of a game, without its set-up and without steps in which nothing came of anything.

    Raises:
        rules.Malformed: the game cannot be folded.
    """
    events = selectors.events_of(game)
    cast = Cast(game.rules)
    told = list(replay.steps(game.rules, events, cast=cast))
    loud = {event.number for event in events if any(tag_of(each) in ("removed", "ended") for each in event.effects)}
    lines = [scoresheet.of_game(game).text, f"{game.rules.name} {game.version}"]
    played = [step for step in told if step.r and step.e != "quiet" and (step.o or step.n in loud or step.e)]
    for (number, turn), steps in groupby(played, key=lambda step: (step.r, step.h)):
        whose = f", {cast.side(turn)}" if turn else ""
        lines += ["", f"{_('Round')} {number}{whose}"]
        lines += [f"- {step.t}: {step.o}" if step.o else f"- {step.t}" for step in steps]
    return "\n".join(lines) + "\n"
