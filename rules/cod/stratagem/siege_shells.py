"""Siege Shells, a stratagem of the armoury."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules.cod import destruction, ground, night, ruins
from rules.cod.chosen import Stratagem, has
from rules.kernel import footprint, geometry, template
from rules.kernel.context import Context
from rules.kernel.errors import Malformed
from rules.kernel.events import Action
from rules.kernel.lengths import INCH, show
from rules.kernel.part import Act, Choice, Objections, Option, Part, nothing, objection, refuse
from rules.kernel.rule import Clause, Rule
from rules.kernel.sheet import UnitSheet, Weapon
from rules.kernel.state import Model, Number, Point, Terrain, Unit
from rules.kernel.telling import Phrase, either
from rules.wh40k import hooks, taste, words
from rules.wh40k.shooting import arms, shoot, volley
from rules.wh40k.special import blast
from rules.wh40k.vehicles import vehicle

SIEGE_SHELLS = Rule(
    "cod.stratagem.siege-shells",
    en="Siege Shells",
    ru="Осадные снаряды",
    clauses={
        "who": Clause(
            "All tanks",
            "Все танки",
            "All the player's tanks carry siege shells in addition to their ordinary ammunition.",
            "665-669",
            text_ru="Все танки игрока кроме обычных боеприпасов несут осадные снаряды.",
        ),
        "declare": Clause(
            "Declared before firing",
            "Объявляется до выстрела",
            "The player must declare a siege shell before the weapon is fired.",
            "671",
            text_ru="Осадный снаряд объявляют до выстрела.",
            note="A declaration of its own; other weapons of the unit fire Snap Shots at the same target.",
            note_ru="Отдельное объявление; остальное оружие отряда стреляет по той же цели навскидку.",
        ),
        "profile": Clause(
            '18", S10, AP -, Blast',
            '18", Сила 10, Взрыв',
            'A siege shell has range 18", Strength 10, AP -, Ordnance 1, Blast, and uses the ordnance template.',
            "669-674",
            text_ru='У осадного снаряда дальность 18", сила 10, AP «-», «Артиллерийское 1», «Взрыв»; он пользуется '
            "артиллерийским шаблоном.",
        ),
        "make-dangerous": Clause(
            "Ruin dangerous on 4+",
            "Руины опасны на 4+",
            "If the centre of the ordnance template lands on a city ruin, roll a D6: on 4+ the ruin becomes dangerous.",
            "676",
            text_ru="Если центр артиллерийского шаблона лёг на городские руины, бросают D6: на 4+ они становятся "
            "опасными.",
        ),
        "destroy": Clause(
            "Dangerous ruin destroyed on 4+",
            "Опасные руины уничтожены на 4+",
            "If the ruin under the centre of the template was already dangerous, it is destroyed on 4+ instead.",
            "676",
            text_ru="Если руины под центром шаблона уже были опасными, на 4+ они уничтожены.",
            note="The status is read before the roll: one shot moves it one step at most.",
            note_ru="Состояние смотрят до броска: один выстрел сдвигает его не больше чем на шаг.",
        ),
        "target-building": Clause(
            "May aim at the building",
            "Можно целиться в здание",
            "The shell need not be aimed at enemy models; it may be aimed directly at the building.",
            "676",
            text_ru="Целиться снарядом во вражеские модели не обязательно, можно прямо в здание.",
            note='The document lost a "not": aiming at models is not required.',
            note_ru="В документе потеряно «не»: целиться в модели не обязательно.",
        ),
    },
)

DECLARE, PROFILE, BUILDING = SIEGE_SHELLS["declare"], SIEGE_SHELLS["profile"], SIEGE_SHELLS["target-building"]
SHELL = Weapon(
    "siege-shell",
    "siege shell",
    {"range": 18 * INCH, "type": "Ordnance", "shots": 1, "S": 10, "AP": 0},
    has={"wh40k.usr.blast": 2},
)
"""The profile of a siege shell; the ordnance template is the large marker."""
CRUMBLES = 4


class Shell(msgspec.Struct, frozen=True, omit_defaults=True):
    """One siege shell: the tank that fires it, where the hole of the marker is placed, the floor that it hits."""

    model: str
    centre: tuple[Number, Number]
    floor: Number = 0


ASIDE = 150
"""How far from the middle of a ruin a player aims a shell that does not fit over the middle."""


class FireSiegeShells(Action, frozen=True, tag="fire-siege-shells"):
    """Tanks of a unit fire siege shells, at an enemy unit `target` or at a city ruin.

    `fire` are other weapons of the unit, fired at the same enemy unit: Snap Shots where the model fires a shell.
    """

    unit: str
    shells: tuple[Shell, ...]
    target: str = ""
    ruin: str = ""
    fire: tuple[volley.Fire, ...] = ()


def carries(model: Model) -> bool:
    """Whether a model can have siege shells."""
    return words.is_(model, "Tank")


STRATAGEM = Stratagem("siege-shells", "armoury", SIEGE_SHELLS, SIEGE_SHELLS["who"], serves=carries)


def fire(ctx: Context, action: FireSiegeShells) -> None:
    """Fire siege shells in the Shooting phase: models under the marker are hit, then the building suffers."""
    words.in_phase(ctx, "shooting", clause=DECLARE)
    words.on_turn(ctx)
    unit = words.own(ctx, action.unit)
    refuse(ctx, _against_firing(ctx, unit))
    target, ruin = _target(ctx, action)
    shots = [shot for index, one in enumerate(action.shells) for shot in _aimed(ctx, unit, target, ruin, one, index)]
    ctx.require(action.shells, DECLARE, "no shell is declared")
    ctx.require(not action.fire or action.target, PROFILE, "other weapons need an enemy unit as their target")
    if _sees(ctx, unit, target, action):
        fired = volley.Volley(unit.side, unit, target)
        for shot in shots:
            _land(ctx, fired, shot)
        fired.finish(ctx)
    words.mark(ctx, unit, words.SHOT, action.target or action.ruin, "phase")
    words.mark(ctx, unit, words.ACTED, until="phase")


def _against_firing(ctx: Context, unit: Unit) -> Objections:
    """Objections to a unit firing siege shells at all."""
    yield from shoot.may_shoot(ctx, unit)
    if not has(ctx.state, unit.side, STRATAGEM.name):
        yield objection(SIEGE_SHELLS["who"], "side {side} has no siege shells", side=unit.side)


def _sees(ctx: Context, unit: Unit, target: Unit, action: FireSiegeShells) -> bool:
    """Fire the other weapons of the unit, if any are declared. Returns whether its shells are not lost in the dark.

    How far the unit sees is rolled once, with the first of its weapons.
    """
    if not action.target:
        return True
    if not action.fire:
        return not ctx.value(hooks.TARGETED, "", unit=unit, target=target)
    shoot.volley(ctx, unit, target, action.fire, snap_clause=arms.TYPES)
    return night.LIMIT not in unit.phase


def _target(ctx: Context, action: FireSiegeShells) -> tuple[Unit, Terrain | None]:
    """The target of the shells: an enemy unit, or only a ruin."""
    if bool(action.target) == bool(action.ruin):
        raise Malformed("$.action.target", "siege shells are aimed at a unit or at a ruin")
    if action.target:
        target = words.enemy(ctx, action.target)
        refuse(ctx, shoot.may_be_shot(ctx, target))
        return target, None
    ruin = ruins.named(ctx, action.ruin, "$.action.ruin")
    nobody = UnitSheet("", ruin.name, ())
    return Unit("", ctx.state.enemy(ctx.by), nobody), ruin


def _aimed(
    ctx: Context, unit: Unit, target: Unit, ruin: Terrain | None, shell: Shell, index: int
) -> Iterator[volley.Shot]:
    """A shell as it would be fired; nothing if it cannot be in a lenient context."""
    path = f"$.action.shells[{index}]"
    model = words.member(ctx, unit, shell.model, f"{path}.model")
    x, y = shell.centre
    told = volley.Fire(model.id, SHELL.id, centre=shell.centre, floor=shell.floor)
    shot = volley.Shot(model, SHELL, told, 0, centre=(x, y, 0))
    against = [*_against(ctx, unit, target, shot)]
    against += blast.objections(ctx, shot, target) if ruin is None else _at_building(ctx, shot, ruin, target)
    if refuse(ctx, against):
        yield shot


def _against(ctx: Context, unit: Unit, target: Unit, shot: volley.Shot) -> Objections:
    """Objections to a tank firing a siege shell at all."""
    model = shot.model
    if not carries(model):
        yield SIEGE_SHELLS["who"], f"{model.sheet.name} carries no siege shells"
    if not vehicle.usable(model):
        yield DECLARE, f"{model.sheet.name} has no gun left to fire a shell with"
    if arms.snap(ctx, unit, model, SHELL, target) or arms.snap_of_vehicle(ctx, unit, model, SHELL, []):
        yield blast.BLAST["no-snap-shot"], f"{model.sheet.name} could only fire a Snap Shot"


def _at_building(ctx: Context, shot: volley.Shot, ruin: Terrain, nobody: Unit) -> Objections:
    """Objections to placing the marker on a building: the hole has to be on it, in range, without touching friends."""
    centre, model = shot.centre, shot.model
    assert centre is not None
    if not geometry.inside(centre, ruin.outline):
        yield BUILDING, f"the hole of the marker has to lie on {ruin.name}"
    away = footprint.distance_to_point(model, (centre[0], centre[1], model.at[2] if model.at else 0))
    if away > arms.reach(SHELL):
        yield blast.BLAST["range"], f"the hole is {show(away)} away; a siege shell reaches {show(arms.reach(SHELL))}"
    if not 0 <= shot.fire.floor <= max([1, *ruins.floors(ctx.state, ruin)]):
        yield "cod.ruin.blast.declare-floor", f"{ruin.name} has no floor {shot.fire.floor}"
    wide = blast.radius(ctx, SHELL)
    touched = [m for m in ctx.state.alive(model.side) if template.touches(centre, wide, m)]
    if touched:
        yield blast.BLAST["no-friendly"], f"the marker would touch {touched[0].sheet.name}"


def _land(ctx: Context, fired: volley.Volley, shot: volley.Shot) -> None:
    """A shell comes down: hits first, then the ruin under its hole."""
    if blast.lost(ctx, shot):
        return
    landed = blast.land(ctx, fired, shot)
    if landed is None:
        return
    # the status is read before anything comes of the shell: one shot moves a ruin one step at most
    ruin = _under(ctx, landed)
    dangerous = ruin is not None and ruins.is_dangerous(ctx.state, ruin.id)
    blast.count_hits(ctx, fired, shot, landed)
    fired.resolve(ctx)
    if ruin is not None:
        _shake(ctx, ruin.id, dangerous)


def _under(ctx: Context, landed: Point) -> Terrain | None:
    """The city ruin under the hole of the marker."""
    return next((ruin for ruin in ruins.ruins(ctx.state) if geometry.inside(landed, ruin.outline)), None)


def _shake(ctx: Context, ruin: str, dangerous: bool) -> None:
    """A ruin that was hit becomes dangerous, or falls if it was that already."""
    clause = SIEGE_SHELLS["destroy" if dangerous else "make-dangerous"]
    if not ctx.roll(clause, ctx.by, 1, needed=CRUMBLES).passed[0]:
        return
    if dangerous:
        destruction.destroy(ctx, ruin, clause, ctx.by)
    else:
        ruins.make_dangerous(ctx, ruin, clause)


def _may_fire(ctx: Context) -> Iterator[Option]:
    """Tanks that could fire at a building."""
    state = ctx.state
    for unit in words.on_table(state, state.to_act) if not state.step else ():
        able = nothing(_against_firing(ctx, unit))
        sites = tuple(ruin.id for ruin in ruins.ruins(state) if able and _could(ctx, unit, ruin))
        if sites:
            reach = arms.reach(SHELL)
            yield Option(unit.side, "fire-siege-shells", model=unit.id, targets=sites, limit=reach, clause=DECLARE)


def _could(ctx: Context, unit: Unit, ruin: Terrain) -> bool:
    """Whether some tank of a unit could lay a marker on the middle of a ruin."""
    x, y, _ = ground.middle(ruin)
    nobody = Unit("", ctx.state.enemy(unit.side), UnitSheet("", ruin.name, ()))
    for model in words.standing(ctx.state, unit):
        shot = volley.Shot(model, SHELL, volley.Fire(model.id, SHELL.id, centre=(x, y)), 0, centre=(x, y, 0))
        if not [*_against(ctx, unit, nobody, shot), *_at_building(ctx, shot, ruin, nobody)]:
            return True
    return False


def _at_somebody(choice: Choice) -> Iterator[Action]:
    """At a ruin with enemies in it, or one about to fall; else at enemies in the open, or at any ruin."""
    state, unit, dice = choice.state, choice.unit, choice.dice
    side, sites = choice.option.side, choice.option.targets
    tanks = [model.id for model in words.standing(state, unit) if carries(model)]
    full = [key for key in sites if ruins.models_in(state, ruins.named(choice.ctx, key), state.enemy(side))]
    weak = [key for key in sites if ruins.is_dangerous(state, key)]
    enemies = [u.id for u in words.on_table(state, state.enemy(side)) if not words.locked(state, u)]
    for target in taste.targets(choice, unit, enemies) if not dice.below(3) else ():
        x, y, _ = words.standing(state, target)[0].at or (0, 0, 0)
        yield FireSiegeShells(unit=unit.id, shells=tuple(Shell(key, (x, y)) for key in tanks), target=target.id)
    if not full and not weak and dice.below(3):
        return
    key = choice.of(full or weak or sites)
    x, y, _ = ground.middle(ruins.named(choice.ctx, key))
    for dx, dy in ((0, 0), (ASIDE, 0), (-ASIDE, 0), (0, ASIDE), (0, -ASIDE)):
        yield FireSiegeShells(unit=unit.id, shells=tuple(Shell(m, (x + dx, y + dy)) for m in tanks), ruin=key)


PART = Part(acts=(
    Act(FireSiegeShells, fire, _may_fire, phases=("shooting",), propose=_at_somebody,
        told=either(
            "target",
            Phrase("%(unit)s [fires|fire] siege shells at %(target)s", "%(unit)s: осадные снаряды, цель — %(target)s"),
            Phrase("%(unit)s [fires|fire] siege shells at %(ruin)s", "%(unit)s: осадные снаряды, цель — %(ruin)s"))),
))  # fmt: skip
