"""How the autoplayer fights: charges, piling in, blows, pursuit, and what comes after a combat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.kernel.context import Context
from rules.kernel.events import Action
from rules.kernel.part import Choice, Propose
from rules.kernel.proposing import COMPASS
from rules.kernel.state import Model, Unit
from rules.wh40k import hooks, taste, words
from rules.wh40k.assault import charge, closing, combat, fight, sweep
from rules.wh40k.assault.blows import Blow
from rules.wh40k.movement import footing, move, trail
from rules.wh40k.playing import contact
from rules.wh40k.playing.formation import Draft, Moves, formations
from rules.wh40k.special import hit_and_run

LIKELY = 800
"""From nearer than this a charge mostly arrives."""


def charges(choice: Choice) -> Iterator[Action]:
    """At the nearest enemy, now and then at two; rarely from afar."""
    ctx, unit = choice.ctx, choice.unit
    targets = sorted(choice.option.targets, key=lambda key: closing.nearest(ctx, unit, choice.state.units[key])[0])
    away = closing.nearest(ctx, unit, choice.state.units[targets[0]])[0]
    if away > LIKELY and choice.dice.below(3):
        return
    if len(targets) > 1 and not choice.dice.below(3):
        yield charge.Charge(unit=unit.id, targets=tuple(targets[:2]))
    yield charge.Charge(unit=unit.id, targets=(targets[0],))


def charge_roll(choice: Choice) -> Iterator[Action]:
    """With the lowest dice left out where the way leads through difficult terrain, or might."""
    ctx, unit = choice.ctx, choice.unit
    targets = [choice.state.units[key] for key in choice.option.targets]
    least = closing.nearest(ctx, unit, targets[0])[0] + words.CONTACT
    models = words.standing(choice.state, unit)
    mired = any(footing.slowed(ctx, unit, m, ctx.place(m), (ctx.place(m),), "charge", False) for m in models)
    open_way = not mired and all(
        contact.closes_in(_charging(ctx, unit, targets, reach, False), targets) for reach in (least, charge.RANGE)
    )
    again = ctx.value(hooks.CHARGE_REROLL, False, unit=unit) and not choice.dice.below(3)
    yield charge.ChargeRoll(unit=unit.id, difficult=not open_way, reroll=(0,) if again else ())


def charge_move(choice: Choice) -> Iterator[Action]:
    """Into contact; the charge is given up where the straight way is blocked."""
    ctx, unit = choice.ctx, choice.unit
    targets = [choice.state.units[key] for key in choice.option.targets]
    difficult = charge.DIFFICULT in unit.phase
    jumps = any(words.is_(m, "Jump") for m in words.standing(choice.state, unit))
    for packs in (True, False) if jumps and move.PACKS not in unit.turn else (False,):
        draft = _charging(ctx, unit, targets, choice.option.limit, difficult, packs)
        for moves in contact.charges(draft, targets):
            yield charge.ChargeMove(unit=unit.id, moves=moves, packs=packs)
    yield charge.ChargeMove(unit=unit.id)


def _charging(
    ctx: Context, unit: Unit, targets: Sequence[Unit], reach: int, through: bool, packs: bool = False
) -> Draft:
    near = tuple(target.id for target in targets)
    manner = trail.Manner("charge", charge.MOVE, "off", near=near, apart=charge.MOVE)
    return Draft(ctx, unit, manner, reach, packs=packs, through=through)


# the fight


def choose_combat(choice: Choice) -> Iterator[Action]:
    """Any."""
    yield fight.ChooseCombat(unit=choice.of(choice.option.targets))


def strikes(choice: Choice) -> Iterator[Action]:
    """Pile in and strike with what is there, or say who strikes whom with what."""
    ctx = choice.ctx
    able = [m for m in combat.strikers(choice.state, choice.option.side) if not m.out]
    moves = _pile_in(ctx, choice.option.side, able)
    if moves:
        yield fight.Strike(moves=moves)
    if choice.dice.below(2):
        yield fight.Strike(blows=tuple(blow for m in able for blow in _blows(choice, ctx, m)))
    yield fight.Strike()


def _blows(choice: Choice, ctx: Context, model: Model) -> Iterator[Blow]:
    """The blows of a model: with any of its weapons, at any unit it may strike, now and then at two."""
    targets = tuple(combat.targets(ctx, model))
    weapons = tuple(w for w in model.sheet.weapons if w.profile.get("type") == "Melee")
    if not targets:
        return
    weapon = choice.of(weapons) if weapons else None
    count = combat.attacks(ctx, model, weapon)
    key, first = weapon.id if weapon is not None else "", choice.of(targets)
    second = next((other for other in targets if other != first), "")
    if second and count > 1:
        yield Blow(model.id, first, key, count - 1)
        yield Blow(model.id, second, key, 1)
    elif count:
        yield Blow(model.id, first, key)


def piles_in(choice: Choice) -> Iterator[Action]:
    """Everybody who can; else one model of each unit that has to."""
    ctx = choice.ctx
    moves = _pile_in(ctx, choice.option.side, [choice.state.models[key] for key in choice.option.targets], due=True)
    if moves:
        yield sweep.PileIn(moves=moves)
    apart = [unit for unit in combat.units(choice.state, choice.option.side) if not combat.opposed(ctx, unit)]
    ways = tuple(way for unit in apart if (way := closing.way_in(ctx, unit)) is not None)
    if ways:
        yield sweep.PileIn(moves=ways)


def _pile_in(ctx: Context, side: str, able: Sequence[Model], due: bool = False) -> Moves:
    """Moves of models of a side towards the enemies of their combat, a unit after another."""
    foes = combat.enemies(ctx.state, side)
    loose = [m for m in able if not combat.contacts(ctx, m, foes)]
    manner = trail.Manner(
        "pile-in", closing.PILE, "off", near=tuple(dict.fromkeys(f.unit for f in foes)), apart=closing.PILE
    )
    found: list[move.ModelMove] = []
    working = ctx.state.copied()
    for unit in combat.units(ctx.state, side):
        own = [m.id for m in loose if m.unit == unit.id]
        if own and foes:
            draft = Draft(ctx, unit, manner, combat.PILE_IN, state=working)
            found += contact.pile_in(draft, own, [f.id for f in foes], due)
    return tuple(found)


def sweeps(choice: Choice) -> Iterator[Action]:
    """Mostly pursue, with all that can."""
    if choice.dice.below(6):
        yield sweep.Sweep(unit=choice.option.model)


def flees(choice: Choice) -> Iterator[Action]:
    """Roll."""
    yield sweep.Flee(unit=choice.option.model)


def consolidates(choice: Choice) -> Iterator[Action]:
    """Roll, mostly."""
    if choice.dice.below(8):
        yield sweep.Consolidate(unit=choice.option.model)


def consolidate_move(choice: Choice) -> Iterator[Action]:
    """Towards the goal."""
    ctx, unit = choice.ctx, choice.unit
    manner = trail.Manner("consolidate", closing.CONSOLIDATE, "off", apart=closing.CONSOLIDATE)
    draft = Draft(ctx, unit, manner, choice.option.limit)
    for moves in formations(draft, taste.goal(choice, unit), choice.option.limit):
        yield sweep.ConsolidateMove(unit=unit.id, moves=moves)


# leaving a combat


def hit_and_run_(choice: Choice) -> Iterator[Action]:
    """Every other time."""
    if choice.dice.below(2):
        yield hit_and_run.HitAndRun(unit=choice.option.model)


def hit_and_run_order(choice: Choice) -> Iterator[Action]:
    """Roll."""
    yield hit_and_run.WhoLeavesFirst()


def breaks_off(choice: Choice) -> Iterator[Action]:
    """Away from the enemies it fights."""
    unit = choice.unit
    ours = [m.at for m in words.standing(choice.state, unit) if m.at]
    held = words.locked_with(choice.state, unit)
    theirs = [m.at for foe in held for m in words.standing(choice.state, foe) if m.at]
    away = [sum(p[axis] for p in ours) * len(theirs) - sum(p[axis] for p in theirs) * len(ours) for axis in (0, 1)]
    best = max(range(len(COMPASS)), key=lambda n: COMPASS[n][0] * away[0] + COMPASS[n][1] * away[1])
    angles = (0, 22, 45, 67, 90, 112, 135, 157, 180, 202, 225, 247, 270, 292, 315, 337)
    yield hit_and_run.BreakOff(unit=unit.id, angle=angles[best])


PROPOSALS: Mapping[str, Propose] = {
    "charge": charges,
    "charge-roll": charge_roll,
    "charge-move": charge_move,
    "choose-combat": choose_combat,
    "fight": strikes,
    "pile-in": piles_in,
    "sweep": sweeps,
    "flee": flees,
    "consolidate": consolidates,
    "consolidate-move": consolidate_move,
    "hit-and-run": hit_and_run_,
    "hit-and-run-order": hit_and_run_order,
    "break-off": breaks_off,
}
