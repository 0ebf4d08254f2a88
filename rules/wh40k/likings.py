"""Which acts the autoplayer would rather do, and how often: where a unit goes and whom it shoots at is in `taste`."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.part import Choice
from rules.wh40k import taste
from rules.wh40k.assault import charge, closing
from rules.wh40k.movement import move, run
from rules.wh40k.taste import Liking, mostly, seldom

LIKELY = 800
"""From nearer than this a charge mostly arrives."""


def wanted(choice: Choice) -> bool:
    """Whether an act is wanted now: as a mission wishes, else by this player's own liking."""
    tag = choice.option.action
    wishes = {wish.action: wish.wanted for wish in choice.ctx.ruleset.brought(taste.Wish)}
    liking = wishes.get(tag) or LIKINGS.get(tag)
    return liking is None or liking(choice)


def _goes_through(choice: Choice) -> bool:
    """Difficult terrain is rolled for mostly where it is on the straight way."""
    goal = taste.goal(choice, choice.unit)
    if goal is None or taste.stands(choice, choice.unit) or not choice.dice.below(4):
        return False
    return move.is_slowed(choice.ctx, choice.unit, goal)


def _comes_near(choice: Choice) -> bool:
    """A charge that has far to go is rarely declared."""
    ctx = choice.ctx
    away = min(closing.nearest(ctx, choice.unit, ctx.state.units[key])[0] for key in choice.option.targets)
    return away <= LIKELY or not choice.dice.below(3)


def _thinks_ahead(choice: Choice) -> bool:
    """Standing instructions are given once in a while, before anything moves."""
    return (choice.state.phase, choice.state.step) == ("movement", "") and not choice.dice.below(12)


def _has_to(liking: Liking) -> Liking:
    """What is asked for is done in any case."""
    return lambda choice: choice.state.pending is not None or liking(choice)


LIKINGS: Mapping[str, Liking] = {
    "edge-roll": lambda choice: choice.state.pending is None or bool(choice.dice.below(2)),
    "arrival-terrain": seldom(3),
    "join": mostly(2),
    "leave": seldom(5),
    "embark": seldom(3),
    "disembark": _has_to(lambda choice: not taste.stays_aboard(choice)),
    "occupy": seldom(4),
    "come-out": _has_to(seldom(3)),
    "difficult-terrain": _goes_through,
    "move": lambda choice: not taste.stands(choice, choice.unit),
    "run": lambda choice: taste.runs(choice, choice.unit),
    "run-again": lambda choice: bool(run.low_dice(choice.ctx)),
    "shoot": lambda choice: taste.shoots(choice, choice.unit),
    "go-to-ground": mostly(3),
    "instruct": _thinks_ahead,
    "intercept": mostly(4),
    "activate-force": mostly(3),
    "look-out": mostly(6),
    "charge": _comes_near,
    "charge-again": lambda choice: bool(charge.low_dice(choice.ctx.pending)),
    "sweep": mostly(6),
    "consolidate": mostly(8),
    "hit-and-run": mostly(2),
}
"""When an act is wanted; one that does not stand here always is."""

WEIGHTS = {
    "deploy": 100, "reserve": 20, "edge-roll": 1000, "arrival-terrain": 500, "arrive": 100, "no-room": 1,
    "regroup": 1000, "embark": 200, "disembark": 200, "occupy": 200, "come-out": 200, "leave": 300, "join": 300,
    "difficult-terrain": 400, "move": 100, "manifest": 300, "shoot": 100, "run": 12,
    "turbo-boost": 30,
}  # fmt: skip
"""How much an act is liked among those that are open; 50 where nothing is said."""
