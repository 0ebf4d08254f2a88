"""Rolls to hit with ranged weapons: shots of one kind are rolled together."""

from __future__ import annotations

from rules.kernel.context import Context
from rules.kernel.dice import Needs
from rules.wh40k import dice, hooks, words
from rules.wh40k.shooting import arms
from rules.wh40k.shooting.volley import Shot, Volley, kind_of

TO_HIT = "wh40k.assumed.shooting.to-hit"
BS6 = "wh40k.assumed.shooting.bs6-plus"
GETS_HOT_RULE = "wh40k.usr.gets-hot"
SURE = 6
"""From this Ballistic Skill on misses are rolled again."""

Dice = tuple[tuple[int, int], ...]
"""Each die as its face and its re-rolled face, 0 if it was not re-rolled."""


def skill(ctx: Context, shot: Shot) -> int:
    """The Ballistic Skill a shot is fired at."""
    return 1 if shot.snap else words.characteristic(ctx, shot.model, "BS")


def together(ctx: Context, shots: list[Shot]) -> list[list[Shot]]:
    """Shots that are rolled in one throw: of one kind, needing the same. Models that may overheat roll separately."""
    found: dict[object, list[Shot]] = {}
    for index, shot in enumerate(shots):
        alone = index if ctx.holds(shot.weapon, GETS_HOT_RULE) else -1
        key = (kind_of(shot), skill(ctx, shot), shot.snap, shot.again, alone)
        found.setdefault(key, []).append(shot)
    return list(found.values())


def fire(ctx: Context, volley: Volley, shots: list[Shot]) -> None:
    """Roll to hit with shots that are rolled together; their hits wait to be resolved."""
    for_each = [arms.shots(ctx, shot.model, shot.weapon, shot.away) for shot in shots]
    first = shots[0]
    hits, thrown = roll(ctx, volley, first, sum(for_each), skill(ctx, first))
    split = 0
    for shot, count in zip(shots, for_each, strict=True):
        own, split = thrown[split : split + count], split + count
        ctx.fire(hooks.SHOT_AT, own, model=shot.model, weapon=shot.weapon)
    counted = 0
    for shot, count in zip(shots, for_each, strict=True):
        pool = volley.pool(ctx, shot, volley.target)
        pool.hits += sum(hits[counted : counted + count])
        counted += count


def roll(ctx: Context, volley: Volley, shot: Shot, count: int, skill: int) -> tuple[list[int], Dice]:
    """Which of the shots hit, and the dice."""
    if not count or skill < 1:
        return [0] * count, ()
    needed = max(2, 7 - skill)
    rolled = ctx.roll(
        arms.SNAP if shot.snap else TO_HIT, volley.by, count,
        needed=Needs(needed, exact=bool(ctx.holds(shot.weapon, GETS_HOT_RULE))),
        reroll=dice.failing(needed, shot.again), model=shot.model.id, target=volley.target.id,
    )  # fmt: skip
    hits, again = list(rolled.passed), dict(rolled.again)
    if skill >= SURE and not shot.again:
        missed = [index for index, hit in enumerate(hits) if not hit]
        if missed:
            second = ctx.roll(
                BS6, volley.by, len(missed), needed=Needs(max(2, 12 - skill), exact=bool(shot.weapon.has)),
                model=shot.model.id, target=volley.target.id,
            )  # fmt: skip
            for index, face, hit in zip(missed, second.faces, second.passed, strict=True):
                hits[index], again[index] = hit, face
    return hits, tuple((face, again.get(index, 0)) for index, face in enumerate(rolled.faces))
