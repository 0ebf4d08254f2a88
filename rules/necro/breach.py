"""Closed doors that do not open by themselves: forcing them, and attacking them until they are gone."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel import footprint
from rules.kernel.context import Context
from rules.kernel.dice import Needs
from rules.kernel.effects import Noted, TerrainRemoved
from rules.kernel.events import Action
from rules.kernel.lengths import show
from rules.kernel.marks import on_table
from rules.kernel.part import Act, Choice, Objection, Option, Part, nothing, objection, refuse
from rules.kernel.sheet import Weapon
from rules.kernel.state import Model, State, Terrain
from rules.kernel.telling import Phrase
from rules.necro import activation, door, injury, move, vision, words
from rules.necro.activation import BASIC
from rules.necro.book import DOOR

TOUGHNESS, WOUNDS = 5, 4
FORCED, HELP = 9, 2
LOST = DOOR["toughness-wounds"]
"""On the table: the Wounds that doors have lost, each `id=number`; they are never given back."""
ORGANIC = ("Web", "Toxin", "Gas")
"""Traits of weapons that do nothing but web, poison or choke a living target."""


class ForceDoor(Action, frozen=True, tag="force-door"):
    """A fighter forces a closed door."""

    fighter: str
    door: str


class AttackDoor(Action, frozen=True, tag="attack-door"):
    """A fighter attacks a closed door with a weapon."""

    fighter: str
    door: str
    weapon: str


# forcing


def touching(model: Model, piece: Terrain) -> bool:
    """Whether a fighter is in base contact with a door."""
    return door.on_level(model, piece) and footprint.near_outline(model, piece.outline, words.CONTACT)


def helpers(state: State, model: Model, piece: Terrain) -> list[Model]:
    """The able standing friends in base contact with the door, on either side of it."""
    friends = words.friends(state, model)
    return [other for other in friends if words.able(other) and words.standing(other) and touching(other, piece)]


def forcing(ctx: Context, model: Model, piece: Terrain) -> Iterator[Objection]:
    """Why a fighter cannot force a door."""
    facts = {"name": model.sheet.name, "door": piece.name}
    if piece.kind == door.OPEN:
        yield objection(DOOR["open-removed"], "{door} is open", **facts)
    if not touching(model, piece):
        gap = show(door.away(model, piece))
        yield objection(DOOR["force.contact"], "{name} is {gap} from {door}, not in contact with it", gap=gap, **facts)
    if piece.id in door.listed(ctx.state, door.OPERATED):
        yield objection(door.OPERATED, "{door} was opened or closed in this turn", **facts)


def force(ctx: Context, action: ForceDoor) -> None:
    """Force a door: D6, Strength and 2 for each helper, 9 or more."""
    model = activation.begun(ctx, action.fighter, "force-door", BASIC)
    if model is None or not move.is_status(ctx, model, DOOR["force.contact"], "active"):
        return
    piece = door.found(ctx, action.door)
    if piece is None or not refuse(ctx, forcing(ctx, model, piece)):
        return
    activation.spend(ctx, model, "force-door", BASIC)
    help_ = HELP * len(helpers(ctx.state, model, piece))
    modifiers = ((DOOR["force"], words.printed(model, "S")), *(((DOOR["force.helpers"], help_),) if help_ else ()))
    rolled = ctx.roll(DOOR["force"], model.side, 1, needed=Needs(FORCED, natural_fail=0), modifiers=modifiers,
                      model=model.id)  # fmt: skip
    if sum(rolled.passed):
        _gives_way(ctx, piece)
    else:
        ctx.effects.append(Noted(rule=DOOR["force.fail"], model=model.id, text=piece.name))


def _gives_way(ctx: Context, piece: Terrain) -> None:
    rule = DOOR["force.success"]
    door.unlock(ctx, piece.id, rule)
    door.note(ctx, door.BROKEN_OPEN, (*door.listed(ctx.state, door.BROKEN_OPEN), piece.id), rule)
    door.toggled(ctx, piece, rule)


# attacking


def weapon_of(model: Model, key: str) -> Weapon | None:
    """A weapon of a fighter by its id."""
    return next((each for each in model.sheet.weapons if each.id == key), None)


def attacking(ctx: Context, model: Model, piece: Terrain, weapon: Weapon) -> Iterator[Objection | tuple[str, str]]:
    """Why a fighter cannot attack a door with a weapon."""
    reach, gap = injury.number(weapon, "Range"), door.away(model, piece)
    if piece.kind == door.OPEN:
        yield objection(DOOR["open-removed"], "{door} is open", door=piece.name)
        return
    if any(weapon.profile.get(trait) for trait in ORGANIC):
        yield objection(DOOR["not-organic"], "{weapon} does nothing to a door", weapon=weapon.name)
    if gap > (reach or words.CONTACT):
        yield objection(DOOR["target-autohit"], "{door} is {gap} away, {most} is the range of {weapon}",
                        door=piece.name, gap=show(gap), most=show(reach), weapon=weapon.name)  # fmt: skip
    elif reach:
        yield from vision.unseen_piece(ctx.state, model, piece)


def attack(ctx: Context, action: AttackDoor) -> None:
    """Attack a door: it is hit automatically, wounded as Toughness 5, and has no save."""
    model = activation.begun(ctx, action.fighter, "attack-door", BASIC)
    if model is None or not move.is_status(ctx, model, DOOR["target-autohit"], "active"):
        return
    piece, weapon = door.found(ctx, action.door), weapon_of(model, action.weapon)
    known = ctx.require(weapon, DOOR["target-autohit"], "{name} has no such weapon", name=model.sheet.name)
    if piece is None or weapon is None or not known or not refuse(ctx, attacking(ctx, model, piece, weapon)):
        return
    activation.spend(ctx, model, "attack-door", BASIC)
    count = 1 if injury.number(weapon, "Range") else max(1, words.printed(model, "A"))
    ctx.effects.append(Noted(rule=DOOR["target-autohit"], model=model.id, value=count, text=piece.name))
    strength = injury.number(weapon, "S") or words.printed(model, "S")
    wounds = ctx.roll(LOST, model.side, count, needed=Needs(injury.to_wound(strength, TOUGHNESS)), model=model.id)
    damaged(ctx, piece, sum(wounds.passed) * injury.number(weapon, "D", 1))


def damaged(ctx: Context, piece: Terrain, damage: int) -> None:
    """A door loses Wounds; without any left it is removed."""
    lost = door.numbers(ctx.state, LOST)
    lost[piece.id] = lost.get(piece.id, 0) + damage
    if damage:
        door.note_numbers(ctx, LOST, lost, DOOR["damage-stays"])
    if lost[piece.id] >= WOUNDS:
        door.unlock(ctx, piece.id, DOOR["destroyed"])
        ctx.emit(TerrainRemoved(rule=DOOR["destroyed"], piece=piece.id))


# what is open


def _may_force(ctx: Context) -> Iterator[Option]:
    model = move.offered(ctx, "force-door", BASIC, "active")
    if model is not None:
        shut = tuple(p.id for p in door.doors(ctx.state) if nothing(forcing(ctx, model, p)))
        if shut:
            yield Option(words.controller(ctx.state, model), "force-door", model.id, shut, clause=DOOR["force"])


def _may_attack(ctx: Context) -> Iterator[Option]:
    model = move.offered(ctx, "attack-door", BASIC, "active")
    for weapon in model.sheet.weapons if model else ():
        assert model is not None
        shut = tuple(p.id for p in door.doors(ctx.state) if nothing(attacking(ctx, model, p, weapon)))
        if shut:
            reach, side = injury.number(weapon, "Range"), words.controller(ctx.state, model)
            yield Option(side, "attack-door", model.id, shut, (weapon.id,), reach, DOOR["target-autohit"])


def _forces(choice: Choice) -> Iterator[Action]:
    yield from (ForceDoor(fighter=choice.option.model, door=key) for key in choice.option.targets)


def _attacks(choice: Choice) -> Iterator[Action]:
    """Not every time: there is more to do than to break doors."""
    weapon = choice.option.weapons[0]
    if choice.dice.below(2):
        yield from (AttackDoor(fighter=choice.option.model, door=key, weapon=weapon) for key in choice.option.targets)


PART = Part(
    acts=(
        Act(ForceDoor, force, _may_force, phases=("action",), propose=_forces,
            told=Phrase("%(fighter)s forces a door", "%(fighter)s высаживает дверь")),
        Act(AttackDoor, attack, _may_attack, phases=("action",), propose=_attacks,
            told=Phrase("%(fighter)s attacks a door", "%(fighter)s атакует дверь")),
    ),
    marks=(on_table(LOST, "The Wounds that doors have lost.", door.NUMBERS),),
)  # fmt: skip
