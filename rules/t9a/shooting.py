"""Shooting: who may, the rolls to hit, to wound and to save, and what it costs the target."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.kernel import convex, regiment
from rules.kernel.context import Context, Modifiers
from rules.kernel.dice import Needs
from rules.kernel.effects import Measured, Noted, WoundsSet
from rules.kernel.events import Action
from rules.kernel.marks import on_unit
from rules.kernel.part import Act, Choice, Objection, Option, Part, nothing, objection, refuse
from rules.kernel.sheet import Weapon
from rules.kernel.state import Model, Unit
from rules.kernel.telling import Phrase, Telling
from rules.t9a import hooks, ranks, terrain, turn, words

AIM = "t9a.core.aim"
WOUND = "t9a.core.to-wound"
SAVE = "t9a.core.saves"
REACTIONS = "t9a.core.charge-reactions"
RANGE = "t9a.assumed.aim.long-range"
MOTION = "t9a.assumed.aim.moved"
STANDING = "t9a.assumed.aim.stand-and-shoot"
COVER = "t9a.assumed.aim.cover"
SHOT = AIM
"""On a unit, for the phase: it has shot."""
STAND_AND_SHOOT, MOVING, LONG, SOFT, HARD = -1, -1, -1, -1, -2
RANKS_THAT_SHOOT = 2
SPECIAL_SAVES = ("Aegis", "Fortitude")


class Shoot(Action, frozen=True, tag="shoot"):
    """A unit shoots at an enemy unit with all that can."""

    unit: str
    target: str


def weapon_of(model: Model) -> Weapon | None:
    """The weapon with which a model shoots; None if it has none."""
    return next((weapon for weapon in model.sheet.weapons if number(weapon, "Range")), None)


def number(weapon: Weapon, name: str) -> int:
    """A number of a weapon's profile; 0 if it has none."""
    value = weapon.profile.get(name, 0)
    return value if isinstance(value, int) else 0


def objections(ctx: Context, unit: Unit, target: Unit) -> Iterator[Objection]:
    """Why a unit may not shoot at an enemy in its own turn."""
    yield from _unable(ctx, unit)
    if words.engaged(ctx.state, target):
        yield objection(AIM, "{target} is engaged in combat", target=target.sheet.name)
    if nothing(_unable(ctx, unit)) and not shooters(ctx, unit, target):
        yield objection(AIM, "no model of {name} has {target} in range and in sight", name=unit.sheet.name,
                        target=target.sheet.name)  # fmt: skip


def _unable(ctx: Context, unit: Unit) -> Iterator[Objection]:
    name = unit.sheet.name
    yield from words.disordered(unit)
    if words.engaged(ctx.state, unit):
        yield objection(AIM, "{name} is engaged in combat", name=name)
    if not any(weapon_of(model) for model in words.standing(ctx.state, unit)):
        yield objection(AIM, "{name} has nothing to shoot with", name=name)
    if SHOT in unit.phase:
        yield objection(AIM, "{name} has shot in this phase", name=name)
    manner = str(unit.turn.get(words.MOVED, ""))
    if manner in ("march", "reform", "charge") and not ctx.value(hooks.MAY_STILL_SHOOT, "", unit=unit, manner=manner):
        clause = {"march": "t9a.core.march-move", "reform": "t9a.core.reform"}.get(manner, words.CHARGED)
        yield objection(clause, "{name} has moved too much to shoot: {manner}", name=name, manner=manner)
    barred = ctx.value(hooks.MAY_SHOOT, "", unit=unit)
    if barred:
        yield objection(barred, "{name} may not shoot", name=name)


def cannot_stand(ctx: Context, unit: Unit, charger: Unit) -> Iterator[Objection]:
    """Why a unit cannot stand and shoot at a charger."""
    if is_machine(ctx, unit):
        yield objection(REACTIONS, "{name} is a War Machine: it fires in the Shooting Phase", name=unit.sheet.name)
    if not shooters(ctx, unit, charger):
        yield objection(REACTIONS, "no model of {name} can shoot at {target}", name=unit.sheet.name,
                        target=charger.sheet.name)  # fmt: skip


def is_machine(ctx: Context, unit: Unit) -> bool:
    """Whether a unit is a War Machine, which fires (`machines.Fire`) and does not shoot."""
    return any(words.is_(model, "War Machine") for model in ctx.state.members(unit.id))


def shooters(ctx: Context, unit: Unit, target: Unit) -> list[tuple[Model, Weapon, int]]:
    """The models that can shoot at a target from the first ranks, with their weapons and the distance."""
    stands, found = words.formation(unit), []
    goal = words.boundary(target)
    for model in words.standing(ctx.state, unit):
        weapon = weapon_of(model)
        if weapon is None or (model.id in stands.stands and stands.stands[model.id].rank >= RANKS_THAT_SHOOT):
            continue
        own = regiment.core(stands, model.id)
        away = regiment.apart(own, goal)
        if away <= number(weapon, "Range") and faces(unit, target) and sees(ctx, unit, target, model.id):
            found.append((model, weapon, away))
    return found


def faces(unit: Unit, target: Unit) -> bool:
    """Whether some corner of a target is in the front arc of a unit."""
    stands = words.formation(unit)
    return any(regiment.arc(stands, corner) == "front" for corner in words.boundary(target))


def _hidden(ctx: Context, own: convex.Core, goal: convex.Core, unit: Unit, target: Unit) -> bool:
    """Whether every line from a model's middle to the corners and middle of the target is blocked."""
    start, ends = _middle(own), [*goal, _middle(goal)]
    needed = max(ranks.tall(ctx, unit), ranks.tall(ctx, target))
    screens = [
        words.boundary(other) for other in words.on_table(ctx.state)
        if other.id not in (unit.id, target.id) and ranks.tall(ctx, other) >= needed
    ]  # fmt: skip
    screens += [piece.outline for piece in terrain.of(ctx.state, "opaque")
                if not convex.overlap(own, piece.outline) and not convex.overlap(goal, piece.outline)]  # fmt: skip
    return all(any(_cuts(start, end, screen) for screen in screens) for end in ends)


def sees(ctx: Context, unit: Unit, target: Unit, model: str = "") -> bool:
    """Whether a model of a unit sees an enemy: any of them, or the one that is named."""
    stands, goal = words.formation(unit), words.boundary(target)

    def seen() -> bool:
        from_ = (model,) if model else regiment.spread(stands)
        return any(not _hidden(ctx, regiment.core(stands, key), goal, unit, target) for key in from_)

    found: bool = ctx.once(("sees", unit.id, target.id, model), seen)
    return found


def _cuts(start: convex.Flat, end: convex.Flat, outline: convex.Core) -> bool:
    return start != end and convex.overlap(outline, convex.leg(start, end))


def _middle(core: convex.Core) -> convex.Flat:
    return sum(x for x, _ in core) // len(core), sum(y for _, y in core) // len(core)


def shoot(ctx: Context, action: Shoot) -> None:
    """Shoot in the own turn."""
    fits = turn.now(ctx, "shooting", "shoot")
    unit, target = words.own(ctx, action.unit), words.enemy(ctx, action.target)
    machine = is_machine(ctx, unit)
    ctx.require(not machine, AIM, "{name} is a War Machine: it fires by itself", name=unit.sheet.name)
    if refuse(ctx, objections(ctx, unit, target)) and fits:
        words.mark(ctx, unit, SHOT, until="phase")
        volley(ctx, unit, target, ())


def stand_and_shoot(ctx: Context, unit: Unit, charger: Unit) -> None:
    """Shoot at a charger, as a reaction."""
    volley(ctx, unit, charger, ((STANDING, STAND_AND_SHOOT),))


def volley(ctx: Context, unit: Unit, target: Unit, extra: Modifiers) -> None:
    """All shots of a unit at a target, model by model of one weapon and Aim together."""
    groups: dict[tuple[str, int, Modifiers], list[tuple[Model, Weapon]]] = {}
    hidden = cover(ctx, unit, target)
    rules = ctx.value(hooks.AIM_MODIFIERS, (), unit=unit, target=target)
    for model, weapon, away in shooters(ctx, unit, target):
        long = ((RANGE, LONG),) if 2 * away > number(weapon, "Range") else ()
        modifiers = (*extra, *long, *moving(ctx, unit), *hidden, *rules)
        groups.setdefault((weapon.id, aim_of(ctx, model, weapon), modifiers), []).append((model, weapon))
    for (_, aim, modifiers), members in groups.items():
        _shots(ctx, unit, target, aim, modifiers, members)
    ctx.fire(hooks.LOST, AIM, unit=target, by=unit)


def moving(ctx: Context, unit: Unit) -> Modifiers:
    """The modifier of a unit that has moved in its own turn."""
    return ((MOTION, MOVING),) if words.MOVED in unit.turn and unit.side == ctx.state.turn else ()


class Aim(NamedTuple):
    """The Aim that a shot is made with, and the clause by which it is not the printed one."""

    value: int
    clause: str = ""


def aim_of(ctx: Context, model: Model, weapon: Weapon) -> int:
    """The Aim of a model with a weapon: its own, or the weapon's, or another by a rule that the trace then names."""
    printed = words.printed(model, "Aim") or number(weapon, "Aim")
    used: Aim = ctx.value(hooks.AIM, Aim(printed), model=model, weapon=weapon)
    if used.clause:
        ctx.effects.append(Measured(rule=AIM, model=model.id, fact="Aim", value=used.value, by=(used.clause,)))
    return used.value


def cover(ctx: Context, unit: Unit, target: Unit) -> Modifiers:
    """The cover of a target, from the terrain between it and the middle of the unit's front."""
    goal, start = words.boundary(target), _middle(words.boundary(unit))
    between = [piece for piece in ctx.state.table.terrain if _cuts(start, _middle(goal), piece.outline)]
    for kind, amount in (("hard", HARD), ("soft", SOFT)):
        for piece in between:
            if terrain.is_(piece, kind):
                ctx.effects.append(Measured(rule=COVER, model=unit.id, target=target.id, fact=f"{kind} cover"))
                return ((COVER, amount),)
    return ()


def _shots(
    ctx: Context, unit: Unit, target: Unit, aim: int, modifiers: Modifiers, members: list[tuple[Model, Weapon]]
) -> None:
    weapon = members[0][1]
    shots = len(members) * max(1, number(weapon, "Shots"))
    rolled = ctx.roll(
        AIM, unit.side, shots, needed=Needs(aim), modifiers=modifiers, model=members[0][0].id, target=target.id
    )
    harm(ctx, unit, target, sum(rolled.passed), strength(members[0][0], weapon), number(weapon, "AP"), AIM)


def strength(model: Model, weapon: Weapon) -> int:
    """The Strength of a hit of a weapon: its own, or that of the model that has it."""
    return number(weapon, "Str") or words.printed(model, "Str")


def to_wound(strong: int, resilience: int) -> int:
    """What a die needs to wound."""
    gap = strong - resilience
    return 2 if gap >= 2 else 3 if gap == 1 else 4 if gap == 0 else 5 if gap == -1 else 6


def harm(ctx: Context, unit: Unit, target: Unit, hits: int, strong: int, piercing: int, clause: str) -> int:
    """Roll to wound and to save for hits on the rank and file of a unit; returns the Health Points lost."""
    victims = words.rank_and_file(ctx.state, target)
    lost = wounds(ctx, unit, victims[0], hits, strong, piercing) if victims else 0
    return take(ctx, target, victims, lost, clause)


def wounds(ctx: Context, unit: Unit, victim: Model, hits: int, strong: int, piercing: int) -> int:
    """Roll to wound a model, or the rank and file it is one of, and its saves; returns the wounds that are left."""
    if not hits:
        return 0
    needed, target = Needs(to_wound(strong, words.printed(victim, "Res"))), ctx.state.units[victim.unit]
    whom = victim.id if words.is_(victim, "Character") else target.id
    rolled = ctx.roll(WOUND, unit.side, hits, needed=needed, model=unit.id, target=whom)
    ctx.milestone("saves", sum(rolled.passed))
    return saved(ctx, target, victim, sum(rolled.passed), piercing)


def saved(ctx: Context, target: Unit, model: Model, wounds: int, piercing: int) -> int:
    """Roll the armour save and the Special Saves against wounds; returns those that remain."""
    armour = int(ctx.value(hooks.ARMOUR, words.printed(model, "Arm"), model=model)) - piercing
    special = (
        int(ctx.value(hooks.SPECIAL_SAVE, words.printed(model, name), model=model, name=name)) for name in SPECIAL_SAVES
    )
    for needed in (max(2, 7 - armour) if armour > 0 else 0, *special):
        if wounds and 1 < needed <= 6:
            rolled = ctx.roll(SAVE, target.side, wounds, needed=Needs(needed), model=model.id, target=target.id)
            wounds -= sum(rolled.passed)
    return wounds


def take(ctx: Context, target: Unit, victims: list[Model], lost: int, clause: str) -> int:
    """Models lose Health Points one after the other, wounded ones first, the rest from the rear rank."""
    order = sorted(victims, key=lambda m: (m.wounds == (words.printed(m, "HP") or 1), *_place(target, m)))
    taken = 0
    for model in order:
        each = min(lost - taken, model.wounds)
        if each:
            ctx.emit(WoundsSet(rule=clause, model=model.id, was=model.wounds, to=model.wounds - each))
            taken += each
            if not model.wounds:
                words.kill(ctx, model, clause)
    if lost > taken:
        ctx.effects.append(Noted(rule=clause, model=target.id, value=lost - taken, text="wounds beyond the last model"))
    if taken and words.alive(ctx.state, target):
        ranks.closed(ctx, target, clause)
    elif taken:
        words.destroy(ctx, target, clause)
    return taken


def _place(unit: Unit, model: Model) -> tuple[int, int]:
    """Where in a unit a model stands, the last of the rear rank first."""
    stand = unit.formation.stands.get(model.id) if unit.formation else None
    return (-stand.rank, -stand.file) if stand else (0, 0)


def _may_shoot(ctx: Context) -> Iterator[Option]:
    if ctx.state.step != "shoot":
        return
    for unit in words.on_table(ctx.state, ctx.state.to_act):
        if is_machine(ctx, unit):
            continue
        foes = [foe for foe in words.on_table(ctx.state) if foe.side != unit.side]
        targets = tuple(foe.id for foe in foes if nothing(objections(ctx, unit, foe)))
        if targets:
            yield Option(unit.side, "shoot", unit.id, targets, clause=AIM)


def _shoots(choice: Choice) -> Iterator[Action]:
    near = sorted(choice.option.targets, key=lambda key: words.apart(choice.unit, choice.state.units[key]))
    yield from (Shoot(unit=choice.unit.id, target=key) for key in near)


PART = Part(
    acts=(
        Act(Shoot, shoot, _may_shoot, phases=("shooting",), propose=_shoots,
            told=Phrase("%(unit)s [shoots|shoot] at %(target)s", "%(unit)s: стрельба, цель — %(target)s")),
    ),
    telling=Telling(marks={SHOT: Phrase("%(holder)s [has|have] shot", "%(holder)s: выстрел сделан")}),
    marks=(on_unit(SHOT, "phase", "It has shot."),),
)  # fmt: skip
