"""The opening of a game: its table with the agreed options, then each side's force, as ordinary declarations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

import rules
from gamelog.games import access, selectors, services
from gamelog.games.errors import NotOpened
from gamelog.games.models import Game, Roster
from gamelog.streams.store import writing
from rules.kernel.actions import Begin, Muster
from rules.kernel.setting import Value
from rules.kernel.state import State, Table

Over: TypeAlias = Literal["", "pick", "anyway"]
"""What to do with a roster of which not all may be fielded: object, pick a legal team of it, or field it all the same,
which only a game that is recorded as declared allows.
"""


class Force(NamedTuple):
    """A roster that a side musters."""

    roster: Roster
    over: Over = ""


def game_open(
    *, game: Game, table: Table, options: Mapping[str, Value], forces: Mapping[str, Force], actor: access.Actor
) -> Game:
    """Begin a game without steps, and muster the forces that are there already, in one transaction.

    Raises:
        NotOpened: what of it the rules refused; nothing is stored.
        Http404, PermissionDenied, StaleGame: as `event_append`.
    """
    with writing():
        _begin(game, table, options, actor)
        for side, force in forces.items():
            side_muster(game=game, side=side, force=force, actor=actor)
    game.refresh_from_db()
    return game


def _begin(game: Game, table: Table, options: Mapping[str, Value], actor: access.Actor) -> None:
    by = "table" if access.runs(actor, game) else _own(actor, game)
    declaration: rules.Declaration[Any] = rules.Declaration(by=by, action=Begin(table=table, options=dict(options)))
    game.refresh_from_db()
    try:
        services.event_append(game_id=game.pk, expected=game.number, declaration=declaration, actor=actor)
    except rules.RulesError as error:
        raise _blamed(game.rules, table, options, error) from error


def _own(actor: access.Actor, game: Game) -> str:
    return next(iter(access.own_sides(actor, game)), "table")


def _blamed(ruleset: rules.Ruleset, table: Table, options: Mapping[str, Value], error: rules.RulesError) -> NotOpened:
    """Whether the table is at fault for a refused beginning, or the one option that makes the difference."""
    refused = refusal(ruleset, table, {})
    if refused is not None:
        return NotOpened("table", refused)
    for key, value in options.items():
        alone = refusal(ruleset, table, {key: value})
        if alone is not None:
            return NotOpened("option", alone, key)
    for key in options:
        if refusal(ruleset, table, {name: value for name, value in options.items() if name != key}) is None:
            return NotOpened("option", error, key)
    return NotOpened("table", error)


def refusal(ruleset: rules.Ruleset, table: Table, options: Mapping[str, Value]) -> rules.RulesError | None:
    """What the rules object to, if a game begins at this table with these options."""
    declaration: rules.Declaration[Any] = rules.Declaration(
        by="table", action=Begin(table=table, options=dict(options))
    )
    try:
        rules.decide(ruleset, rules.empty(ruleset), declaration)
    except rules.RulesError as error:
        return error
    return None


def side_muster(*, game: Game, side: str, force: Force, actor: access.Actor) -> None:
    """Have a side join with its force. Raises: NotOpened with the side, and as `event_append`."""
    with writing():
        game.refresh_from_db()
        state = selectors.position_at(game, game.number)
        try:
            action = _muster(game.rules, state, force)
            declaration: rules.Declaration[Any] = rules.Declaration(by=side, action=action)
            if force.over != "anyway":
                # Where anything is recorded as it happened, a force that is too large by mistake would not be noticed.
                rules.decide(game.rules, state, declaration)
            services.event_append(game_id=game.pk, expected=game.number, declaration=declaration, actor=actor)
        except rules.RulesError as error:
            raise NotOpened(side, error) from error


def _muster(ruleset: rules.Ruleset, state: State, force: Force) -> Muster:
    """The declaration of a force. Only a team is picked: with units, the whole list is the army."""
    sheets, lists = selectors.sheets_of(force.roster), ruleset.rosters
    if force.over != "pick" or sheets.units:
        return Muster(roster=sheets)
    agreed, limit = lists.agreed(sheets, state.options), limit_of(ruleset, state.options)
    return Muster(roster=sheets, pick=lists.pick(agreed, limit) if lists.problems(agreed, limit) else ())


def limit_of(ruleset: rules.Ruleset, options: Mapping[str, Value]) -> int:
    """The most points of a force under these options; 0 if there is no limit."""
    key = ruleset.rosters.limit
    return int(options.get(key, ruleset.defaults.get(key, 0))) if key else 0


def missing_sides(game: Game) -> tuple[str, ...]:
    """The sides that have not mustered yet, in the order of the ruleset; none where nobody brings a force."""
    if not game.rules.rosters.wanted:
        return ()
    known = selectors.position_at(game, game.number).sides
    return tuple(side for side in game.rules.sides if side not in known)


def begun(game: Game) -> bool:
    """Whether the table stands, which is the first thing that is declared in a game."""
    return game.events.filter(type="begin").exists()
