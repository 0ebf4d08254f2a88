"""Warhammer 40,000 as a value: its parts, in the order in which options are listed, and `build` for expansions."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

from rules.kernel import common
from rules.kernel.book import Book
from rules.kernel.context import Context
from rules.kernel.dice import Seeded
from rules.kernel.effects import Rolled
from rules.kernel.errors import IllegalAction
from rules.kernel.events import Reroll
from rules.kernel.part import Part, parts_in
from rules.kernel.rule import Rule, rules_in
from rules.kernel.ruleset import Reading, Rosters, Ruleset
from rules.kernel.setting import settings
from rules.kernel.sheet import Roster
from rules.wh40k import (
    book,
    granted,
    labels,
    losses,
    position,
    queries,
    questions,
    reaching,
    special,
    telling,
    turn,
    words,
)
from rules.wh40k import table as tables
from rules.wh40k.army import forces, join
from rules.wh40k.assault import charge, fight, overwatch, sweep
from rules.wh40k.deployment import deploy, outflank, reserve
from rules.wh40k.morale import checks, fall_back, regroup
from rules.wh40k.movement import move, run
from rules.wh40k.options import FIRST
from rules.wh40k.pieces import PALETTE
from rules.wh40k.shooting import ground, psychic, shoot
from rules.wh40k.vehicles import building, transport, vehicle

PARTS: tuple[Part, ...] = (
    common.PART,
    words.PART,
    questions.PART,
    turn.PART,
    deploy.PART,
    reserve.PART,
    outflank.PART,
    move.PART,
    run.PART,
    join.PART,
    transport.PART,
    building.PART,
    vehicle.PART,
    psychic.PART,
    ground.PART,
    shoot.PART,
    charge.PART,
    overwatch.PART,
    fight.PART,
    sweep.PART,
    regroup.PART,
    checks.PART,
    fall_back.PART,
    telling.PART,
    labels.PART,
    queries.PART,
    reaching.PART,
    *parts_in(special),
    Part(marks=granted.marks(rules_in(special))),
)
READING = Reading(
    printed={"wh40k.assumed.save.armour": "Sv"},
    ties=frozenset({"wh40k.assumed.dice.roll-off.tie"}),
    lengths=frozenset({"wh40k.fall-back.distance", charge.MOVE, "wh40k.assumed.run", fight.CONSOLIDATE, fight.PILE}),
    scored=frozenset({turn.VICTORY}),
)
LIMITS = (1500, 500, 750, 1000, 1850, 2000)
"""The usual points limits, the most common one first."""
LIMIT = "wh40k.assumed.roster.points"


def _load(data: bytes, name: str) -> Roster:
    # Readers of lists and the autoplayer are loaded when they are first asked for: who verifies a file needs neither.
    from rules.wh40k.army import roster

    return roster.load(data, name)


def _player(dice: Seeded) -> Any:
    from rules.wh40k.player import Autoplayer

    return Autoplayer(dice)


ROSTERS = Rosters(_load, forces.problems, forces.pick, forces.team, forces.speciality, LIMITS, LIMIT)
RULES: tuple[Rule, ...] = (*book.BOOK.named, *rules_in(special))


def _never(ctx: Context, rolled: Rolled, request: Reroll) -> tuple[int, ...]:
    raise IllegalAction("wh40k.assumed.dice.reroll-once", "this game has no paid re-rolls")


def build(
    key: str,
    version: str,
    name: str,
    *,
    parts: tuple[Part, ...] = (),
    listed: tuple[Rule, ...] = (),
    books: tuple[Book, ...] = (),
    player: Callable[[Seeded], Any] | None = None,
    **own: Any,
) -> Ruleset:
    """A ruleset of this sequence; `parts` and `listed` rules come on top of it, `own` fields in place of its own."""
    every = (*PARTS, *parts)
    checks = own.pop("checks", position.problems)
    fields = {
        "sides": words.SIDES, "settle": turn.settle, "score": turn.score, "table": tables.table, "reading": READING,
        "palette": PALETTE, "rosters": ROSTERS, "reroll": _never,
        "settings": settings(position.DEFAULTS, position.TEXTS, position.LIMITS.ranges, first=FIRST),
        "lose": losses.lose, "fall": losses.fall, **own,
    }  # fmt: skip
    return Ruleset(
        id=key, version=version, name=name, parts=every, listed=(*RULES, *listed), books=(book.BOOK, *books),
        checks=lambda state: chain(checks(state), position.part_problems(state, every)),
        player=player or _player, **fields,
    )  # fmt: skip


WH40K_6 = build("wh40k", "6.1", "Warhammer 40,000 (6th edition)")

VERSIONS = {WH40K_6.version: WH40K_6}
