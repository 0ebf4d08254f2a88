"""Battles at the tables of events: short autoplayed games of Kill Team, recorded through the log like players'
games.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

import rules
from gamelog.games import corrections, demo
from gamelog.games import services as log
from gamelog.games.models import Game
from gamelog.tournaments import services
from gamelog.tournaments.models import TableGame, Tournament
from rules.autoplay import play
from rules.kernel.sheet import Roster
from rules.kt import roster as kt_roster

SHORT: dict[str, int | str | bool] = {"kt.game.round-count": 1}


@cache
def rosters() -> tuple[Roster, ...]:
    """The rosters of the demo."""
    return tuple(kt_roster.load(path) for path in demo.files())


@cache
def battle(seed: int, version: str = "2018.1") -> rules.GameFile:
    """A whole battle of one round between the demo's rosters."""
    return play(rules.load("kt", version), rosters(), seed, options=SHORT)


def record(game: Game, seed: int) -> Game:
    """Declare every step of a battle, as the game's owner."""
    for event in battle(seed, game.version).events:
        log.event_append(game_id=game.pk, expected=event.number - 1, declaration=event.declaration(), actor=game.owner)
    game.refresh_from_db()
    return game


def recorded_at(tournament: Tournament, number: int, table: int, seed: int) -> TableGame:
    """A table's game: opened by the organiser, and played to its end."""
    row = services.table_open(tournament=tournament, number=number, table=table, actor=tournament.owner)
    record(row.game, seed)
    row.refresh_from_db()
    tournament.refresh_from_db()
    return row


def ruling(game: Game, winner: str, reason: str = "the dice were not fair") -> rules.Declaration[Any]:
    """A judge awards the game to a side."""
    body = {"by": "judge", "action": {"type": "award", "winner": winner, "rule": "log.award", "reason": reason}}
    return rules.read_declaration(game.rules, msgspec.json.encode(body))


def strike(game: Game, judge: Any) -> Game:
    """A judge removes the game."""
    body = {"by": "judge", "action": {"type": "strike", "rule": "log.strike", "reason": "played with a wrong roster"}}
    return _ruled(game, judge, rules.read_declaration(game.rules, msgspec.json.encode(body)))


def void(game: Game, judge: Any, *steps: int) -> Game:
    """A judge voids steps, or withdraws rulings."""
    action = {"type": "void", "steps": steps, "rule": "log.void", "reason": "it was another table"}
    body = {"by": "judge", "action": action}
    return _ruled(game, judge, rules.read_declaration(game.rules, msgspec.json.encode(body)))


def rule(game: Game, judge: Any, winner: str) -> Game:
    """Preview a ruling, and store it."""
    return _ruled(game, judge, ruling(game, winner))


def _ruled(game: Game, judge: Any, declaration: rules.Declaration[Any]) -> Game:
    found = corrections.preview(game, declaration)
    log.correction_append(
        game_id=game.pk, expected=found.number, declaration=declaration, consequences_digest=found.digest, actor=judge
    )
    game.refresh_from_db()
    return game
