"""Warhammer 40,000, 6th edition, after the Russian text of its chapters on morale and special rules (seed document
000).

The turn lives in one module a part of it; every universal special rule in a file of its own in `special/`; the
catalogue of the core sequence, most of which the source presumes and does not print, in `book/`. `build` makes a
ruleset of it: this one, or an expansion that adds acts, rules and phases. What an expansion may use is in `__all__`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from types import ModuleType
from typing import Any, Union

from rules.kernel import common, log
from rules.kernel.actions import Muster
from rules.kernel.book import Book
from rules.kernel.context import Context
from rules.kernel.effects import Rolled
from rules.kernel.errors import IllegalAction
from rules.kernel.events import Reroll
from rules.kernel.hold import GoOn
from rules.kernel.rule import Rule, rules_in
from rules.kernel.ruleset import Option, Reading, Rosters, Ruleset
from rules.kernel.state import State, Table
from rules.wh40k import book, hooks, player, position, questions, special, turn, words
from rules.wh40k import table as tables
from rules.wh40k.army import join, roster
from rules.wh40k.assault import charge, fight
from rules.wh40k.deployment import deploy, outflank, placing, reserve
from rules.wh40k.morale import checks, fall_back, regroup
from rules.wh40k.movement import footing, move, run, terrain, trail
from rules.wh40k.playing import formation, places
from rules.wh40k.shooting import arms, ground, psychic, shoot, volley, wound
from rules.wh40k.special import blast
from rules.wh40k.vehicles import building, transport, vehicle

Offers = Callable[[Context], Iterator[Option]]
Handlers = Mapping[type, Callable[[Context, Any], None]]

MODULES: tuple[ModuleType, ...] = (
    questions, turn, deploy, reserve, outflank, move, run, join, transport, building, vehicle, psychic, shoot, charge,
    fight, checks, fall_back, regroup,
)  # fmt: skip
"""The parts of the sequence, in the order in which their offers are listed."""

HANDLERS: Handlers = {
    **common.HANDLERS,
    Muster: deploy.muster,
    **{kind: handler for module in MODULES for kind, handler in module.HANDLERS.items()},
    **{kind: handler for module in special.acts() for kind, handler in module.HANDLERS.items()},
}
OFFERS: tuple[Offers, ...] = (
    *(module.offers for module in MODULES),
    *(module.offers for module in special.acts()),
)
PHASES: Mapping[str, turn.Settler] = {
    "setup": deploy.settle_setup,
    "deployment": deploy.settle_deployment,
    "start": turn.settle_start,
    "movement": turn.settle_phase,
    "shooting": turn.settle_phase,
    "assault": fight.settle,
}
READING = Reading(
    printed={"wh40k.assumed.save.armour": "Sv"},
    ties=frozenset({"wh40k.assumed.dice.roll-off.tie"}),
    lengths=frozenset({"wh40k.fall-back.distance", charge.MOVE, "wh40k.assumed.run", fight.CONSOLIDATE, fight.PILE}),
    scored=frozenset({turn.VICTORY}),
)
LIMITS = (1500, 500, 750, 1000, 1850, 2000)
"""Points limits that are usually agreed on, the most usual one first."""
LIMIT = "wh40k.assumed.roster.points"
RULES: tuple[Rule, ...] = (*book.BOOK.named, *rules_in(special))


def build(
    key: str,
    version: str,
    name: str,
    *,
    handlers: Handlers | None = None,
    offers: Iterable[Offers] = (),
    rules: Iterable[Rule] = (),
    books: Iterable[Book] = (),
    phases: Mapping[str, turn.Settler] | None = None,
    proposals: player.Proposals | None = None,
    plays: type[player.Player] = player.Player,
    score: Callable[[State], dict[str, int]] = turn.score,
    problems: Callable[[State], Iterable[str]] = position.problems,
    table: Callable[[int], Table] = tables.table,
    reading: Reading = READING,
) -> Ruleset:
    """A ruleset of this sequence. What is given comes on top of it, or in its place where a phase or function is
    named. `plays` is the autoplayer, which is given the `proposals`.
    """
    every = {**HANDLERS, **(handlers or {})}
    listed = (*OFFERS, *offers)
    return Ruleset(
        id=key,
        version=version,
        name=name,
        sides=words.SIDES,
        action=Union[(*every, GoOn)],
        handlers=every,
        settle=partial(turn.settle, {**PHASES, **(phases or {})}),
        score=score,
        options=partial(_options, listed),
        rules=(*log.RULES, *RULES, *rules),
        books=(book.BOOK, *books),
        rosters=Rosters(roster.load, roster.problems, roster.pick, roster.team, roster.speciality, LIMITS, LIMIT),
        problems=problems,
        table=table,
        player=partial(plays, proposals or {}),
        reroll=_never,
        may_reroll=lambda ctx, rolled: False,
        reading=reading,
    )


def _options(offers: tuple[Offers, ...], ctx: Context) -> Iterator[Option]:
    """Every declaration open to a side now."""
    if ctx.state.over is None:
        for offer in offers:
            yield from offer(ctx)


def _never(ctx: Context, rolled: Rolled, request: Reroll) -> tuple[int, ...]:
    raise IllegalAction("wh40k.assumed.dice.reroll-once", "no price buys a roll made again in this game")


WH40K_6 = build("wh40k", "6.1", "Warhammer 40,000 (6th edition)")

VERSIONS = {WH40K_6.version: WH40K_6}

__all__ = [
    "HANDLERS",
    "READING",
    "VERSIONS",
    "WH40K_6",
    "arms",
    "blast",
    "build",
    "deploy",
    "footing",
    "formation",
    "ground",
    "hooks",
    "move",
    "places",
    "placing",
    "player",
    "position",
    "questions",
    "reserve",
    "shoot",
    "terrain",
    "trail",
    "transport",
    "turn",
    "vehicle",
    "volley",
    "words",
    "wound",
]
