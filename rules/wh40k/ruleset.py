"""Warhammer 40,000 as a value: its parts, in the order in which what is open is listed; and what builds on it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any

from rules.kernel import common
from rules.kernel.actions import Muster
from rules.kernel.book import Book
from rules.kernel.context import Context
from rules.kernel.dice import Seeded
from rules.kernel.effects import Rolled
from rules.kernel.errors import IllegalAction
from rules.kernel.events import Reroll
from rules.kernel.part import Act, Part
from rules.kernel.rule import Rule, rules_in
from rules.kernel.ruleset import Reading, Rosters, Ruleset
from rules.wh40k import book, position, questions, special, turn, words
from rules.wh40k import table as tables
from rules.wh40k.army import join, roster
from rules.wh40k.assault import charge, fight
from rules.wh40k.deployment import deploy, outflank, reserve
from rules.wh40k.morale import checks, fall_back, regroup
from rules.wh40k.movement import move, run
from rules.wh40k.player import Player
from rules.wh40k.shooting import psychic, shoot
from rules.wh40k.telling import TELLING
from rules.wh40k.vehicles import building, transport, vehicle


def part_of(module: ModuleType) -> Part:
    """The part a module exports, or what its `HANDLERS` and `offers` say."""
    if hasattr(module, "PART"):
        return module.PART  # type: ignore[no-any-return]
    declared: dict[type, Any] = getattr(module, "HANDLERS", {})
    acts = tuple(Act(kind, declare, instead=kind.__module__ != module.__name__) for kind, declare in declared.items())
    return Part(acts=acts, offers=vars(module).get("offers"))


MODULES: tuple[ModuleType, ...] = (
    questions, turn, deploy, reserve, outflank, move, run, join, transport, building, vehicle, psychic, shoot, charge,
    fight, checks, fall_back, regroup,
)  # fmt: skip
"""The parts of the sequence, in the order in which their offers are listed."""
SETTLES = {
    "setup": deploy.settle_setup,
    "deployment": deploy.settle_deployment,
    "start": turn.settle_start,
    "movement": turn.settle_phase,
    "shooting": turn.settle_phase,
    "assault": fight.settle,
}
PARTS: tuple[Part, ...] = (
    common.PART,
    Part(acts=(Act(Muster, deploy.muster),), settles=SETTLES),
    *map(part_of, MODULES),
    *map(part_of, special.acts()),
)
READING = Reading(
    printed={"wh40k.assumed.save.armour": "Sv"},
    ties=frozenset({"wh40k.assumed.dice.roll-off.tie"}),
    lengths=frozenset({"wh40k.fall-back.distance", charge.MOVE, "wh40k.assumed.run", fight.CONSOLIDATE, fight.PILE}),
    scored=frozenset({turn.VICTORY}),
)
LIMITS = (1500, 500, 750, 1000, 1850, 2000)
"""Points limits that are usually agreed on, the most usual one first."""
LIMIT = "wh40k.assumed.roster.points"
ROSTERS = Rosters(roster.load, roster.problems, roster.pick, roster.team, roster.speciality, LIMITS, LIMIT)
RULES: tuple[Rule, ...] = (*book.BOOK.named, *rules_in(special))


def _never(ctx: Context, rolled: Rolled, request: Reroll) -> tuple[int, ...]:
    raise IllegalAction("wh40k.assumed.dice.reroll-once", "no price buys a roll made again in this game")


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
    fields = {
        "sides": words.SIDES, "settle": turn.settle, "score": turn.score, "problems": position.problems,
        "table": tables.table, "reading": READING, "rosters": ROSTERS, "reroll": _never, "telling": TELLING, **own,
    }  # fmt: skip
    return Ruleset(
        id=key, version=version, name=name, parts=(*PARTS, *parts), listed=(*RULES, *listed), books=(book.BOOK, *books),
        player=player or partial(Player, {}), **fields,
    )  # fmt: skip


WH40K_6 = build("wh40k", "6.1", "Warhammer 40,000 (6th edition)")

VERSIONS = {WH40K_6.version: WH40K_6}
