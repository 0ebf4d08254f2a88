"""Battles that are being recorded, on the screen in the hall: the table as it is played, and the others beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from frontend.desk.round_tables import TableRow
from frontend.games import sentences
from gamelog.games import selectors
from gamelog.games.models import Game
from rules import scoresheet

MOST = 3
"""Battles that are shown as they are played: of more, those that went on last."""
CARDS = 4
"""Tables beside a battle."""


FORFEITS = {"a": ("0", "1"), "b": ("1", "0"), "both": ("0", "0")}
"""The scores of battles that were not played, by who forfeited."""


class Shown(NamedTuple):
    """The scores of a table in the order of its players, and which of them has won, if it is over."""

    a: str
    b: str
    winner: str


def is_live(row: TableRow) -> bool:
    """Whether a battle can be shown as it is played: it has begun, and nobody is to see it late."""
    game = row.record.game if row.record else None
    return game is not None and row.result is None and game.number > 0 and not game.finished and not game.delay


def live(rows: Sequence[TableRow]) -> list[TableRow]:
    """The tables to be shown as they are played, by number."""
    found = [row for row in rows if is_live(row)]
    last = sorted(found, key=lambda row: _game(row).updated, reverse=True)[:MOST]
    return [row for row in found if row in last]


def beside(rows: Sequence[TableRow], key: str) -> list[TableRow]:
    """A table and those after it, as many as stand beside a battle."""
    at = next((index for index, row in enumerate(rows) if row.key == key), 0)
    return list(rows[max(0, min(at, len(rows) - CARDS)) :][:CARDS])


def scores(row: TableRow) -> Shown:
    """What a table has reached: its result, or how its battle stands; nothing before the first round of a battle, nor
    where it is to be seen late.
    """
    battle, record = row.battle, row.record
    if row.result:
        one, other = FORFEITS.get(battle.forfeit, battle.score)
        return Shown(one, other, battle.winner)
    if record is None or record.game.delay or not record.game.round:
        return Shown("", "", "")
    return Shown(*_score(record.game, record.swapped), "")


def _score(game: Game, swapped: bool) -> tuple[str, str]:
    state = selectors.position_now(game)
    unit = game.rules.reading.per_point(state)
    found = {key: sentences.score(each.score, unit) for key, each in scoresheet.standings(game.rules, state).items()}
    one, other = (found.get(side, "") for side in game.rules.sides[:2])
    return (other, one) if swapped else (one, other)


def _game(row: TableRow) -> Game:
    assert row.record
    return row.record.game
