"""The 9th Age's vocabulary in the engine: what models and units are, marks on units, and questions about them.

A mark's key is the id of the clause that gives it its meaning. A regiment stands in a `Formation`; two units are
engaged if their boundaries touch, which outside combat the spacing between units forbids.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from rules.kernel import regiment
from rules.kernel.context import Context
from rules.kernel.convex import Core
from rules.kernel.effects import Formed, Marked, Removed, Unmarked
from rules.kernel.errors import IllegalAction
from rules.kernel.marks import COUNT, UNIT, on_unit, one_of
from rules.kernel.part import Objection, Part, objection
from rules.kernel.state import Formation, Lasting, Mark, Model, State, Unit
from rules.t9a import hooks

SIDES = ("a", "b")

# on units, for the game
FLEEING = "t9a.core.fleeing"
"""Why it flees: `reaction`, `panic`, `broken`."""
AWAY = "t9a.ambush.off-table-status"
"""Why it is off the table: `ambush`, or the edge over which it pursued."""
SCORELESS = "t9a.ambush.late-loses-scoring"
# on units, for the turn
SHAKEN = "t9a.core.shaken"
MOVED = "t9a.core.movement-sequence"
"""How it has moved: `charge`, `advance`, `march`, `reform`, `random`."""
CHARGED = "t9a.core.charge-declare"
"""The unit against which it has declared a charge."""
CHARGING = "t9a.core.charge-range"
"""The unit it has reached with a charge."""
# on units, for the phase
ACTED = "t9a.core.player-turn"
BEGAN_WITH = "t9a.core.panic.losses"
"""How many Health Points it had when the phase began."""

NO_FLYER = "t9a.fly.all-models"
SWIFTSTRIDE = "t9a.core.swiftstride"
SWIFT_ROLLS = ("t9a.core.charge-range", "t9a.core.flee-distance", "t9a.core.pursuit")
"""The rolls that Swiftstride makes Maximised."""
HEIGHTS = ("Standard", "Large", "Gigantic")
TYPES = ("Infantry", "Beast", "Cavalry", "Construct")
EDGES = ("south", "north", "west", "east")
MARKS = (
    on_unit(FLEEING, "game", "Why it flees.", one_of("reaction", "panic", "broken")),
    on_unit(AWAY, "game", "Why it is off the table: in ambush, or the edge over which it pursued.",
            one_of("ambush", *EDGES)),
    on_unit(SCORELESS, "game", "It has lost Scoring."),
    on_unit(SHAKEN, "turn", "It is Shaken."),
    on_unit(SHAKEN, "phase", "It is Shaken for a phase."),
    on_unit(MOVED, "turn", "How it has moved.", one_of("charge", "advance", "march", "reform", "random")),
    on_unit(CHARGED, "turn", "The unit against which it has declared a charge.", UNIT),
    on_unit(CHARGING, "turn", "The unit it has reached with a charge.", UNIT),
    on_unit(BEGAN_WITH, "phase", "How many Health Points it had when the phase began.", COUNT),
)  # fmt: skip


# models and units


def standing(state: State, unit: Unit | str) -> list[Model]:
    """The models of a unit on the table and in action."""
    key = unit if isinstance(unit, str) else unit.id
    return state.standing(key)


def alive(state: State, unit: Unit) -> bool:
    """Whether a unit has a model in action, on the table or not."""
    return any(m.unit == unit.id and not m.out for m in state.models.values())


def lost(state: State, unit: Unit) -> bool:
    """Whether all models listed in a unit have gone, wherever they stood: a character may have joined another unit."""
    listed = [m for m in state.models.values() if m.side == unit.side and m.sheet.id in unit.sheet.models]
    return all(m.out for m in listed)


def on_table(state: State, side: str = "") -> list[Unit]:
    """The units that stand on the table; of one side if named."""
    return [u for u in state.units.values() if u.formation is not None and side in ("", u.side)]


def is_(model: Model, *kinds: str) -> bool:
    """Whether a model is of one of these kinds: a keyword of its sheet."""
    return any(kind in model.sheet.keywords for kind in kinds)


def height(model: Model) -> str:
    """Standard, Large or Gigantic."""
    return next((kind for kind in HEIGHTS if is_(model, kind)), HEIGHTS[0])


def characters(models: Iterable[Model]) -> list[Model]:
    """The characters among models."""
    return [m for m in models if is_(m, "Character")]


def rank_and_file(state: State, unit: Unit) -> list[Model]:
    """The models of a unit that are no characters; of a character by itself the character."""
    members = state.members(unit.id)
    return [m for m in members if not is_(m, "Character")] or members


def base(model: Model) -> tuple[int, int]:
    """The width and length of a model's base in millimetres, as its sheet prints it (`25x50`)."""
    wide, _, long = str(model.sheet.profile.get("Base", "20x20")).partition("x")
    return int(wide), int(long)


def printed(model: Model, name: str) -> int:
    """A characteristic as printed; 0 if the sheet prints none."""
    value = model.sheet.profile.get(name, 0)
    return value if isinstance(value, int) else 0


def health(state: State, unit: Unit) -> int:
    """The Health Points that a unit has left."""
    return sum(m.wounds for m in state.members(unit.id))


def every(ctx: Context, unit: Unit, rule: str) -> bool:
    """Whether all models of a unit, joined characters included, have a rule."""
    return all(ctx.holds(m, rule) for m in ctx.state.members(unit.id))


def every_listed(ctx: Context, unit: Unit, rule: str) -> bool:
    """The same of a unit that may be gone: of its last models, those that are removed in this very step."""
    removed = {effect.model for effect in ctx.effects if isinstance(effect, Removed)}
    models = [m for m in ctx.state.models.values() if m.unit == unit.id]
    last = [m for m in models if not m.out or m.id in removed]
    return all(ctx.holds(m, rule) for m in last or models)


def count(ctx: Context, unit: Unit, rule: str) -> int:
    """How many models of a unit have a rule."""
    return sum(1 for m in ctx.state.members(unit.id) if ctx.holds(m, rule))


# how it is with them


def fleeing(unit: Unit) -> bool:
    """Whether a unit is fleeing."""
    return FLEEING in unit.game


def shaken(unit: Unit) -> bool:
    """Whether a unit is shaken."""
    return SHAKEN in unit.turn or SHAKEN in unit.phase


def disordered(unit: Unit) -> Iterator[Objection]:
    """That a unit is fleeing, or is Shaken, where it may do nothing then."""
    if fleeing(unit):
        yield objection(FLEEING, "{name} is fleeing", name=unit.sheet.name)
    if shaken(unit):
        yield objection(SHAKEN, "{name} is Shaken", name=unit.sheet.name)


def boundary(unit: Unit) -> Core:
    """A unit's boundary.

    Raises:
        IllegalAction: `table.present`, for a unit off the table.
    """
    return regiment.boundary(formation(unit))


def formation(unit: Unit) -> Formation:
    """How a unit stands.

    Raises:
        IllegalAction: `table.present`, for a unit off the table; for one that will come back, the rule of that.
    """
    if unit.formation is None and AWAY in unit.game:
        raise IllegalAction(AWAY, f"{unit.sheet.name} is off the table and does nothing", {"unit": unit.id})
    if unit.formation is None:
        raise IllegalAction("table.present", f"{unit.sheet.name} is not on the table", {"unit": unit.id})
    return unit.formation


def apart(a: Unit, b: Unit) -> int:
    """The distance between two units' boundaries, in hundredths of an inch, rounded up."""
    return regiment.apart(boundary(a), boundary(b))


def near(state: State, unit: Unit, reach: int, *, friends: bool) -> list[Unit]:
    """The other units within a distance: friends, or enemies."""
    return [
        other
        for other in on_table(state)
        if other.id != unit.id and (other.side == unit.side) == friends and apart(unit, other) <= reach
    ]


def engaged_with(state: State, unit: Unit) -> list[Unit]:
    """The enemy units that a unit is engaged in combat with."""
    if unit.formation is None or fleeing(unit):
        return []
    touched: tuple[str, ...] = state.known.once(("touched", unit.id), lambda: _touched(state, unit))
    return [other for other in map(state.units.__getitem__, touched) if not fleeing(other)]


def _touched(state: State, unit: Unit) -> tuple[str, ...]:
    own, foes = boundary(unit), (other for other in on_table(state) if other.side != unit.side)
    return tuple(other.id for other in foes if regiment.contact(own, boundary(other)))


def in_contact(unit: Unit, other: Unit) -> list[str]:
    """The models of a unit in base contact with another unit."""
    return regiment.touching(formation(unit), boundary(other))


def engaged(state: State, unit: Unit) -> bool:
    """Whether a unit is engaged in combat."""
    return bool(engaged_with(state, unit))


# acting


def own(ctx: Context, key: str, path: str = "$.action.unit") -> Unit:
    """A unit the declaring side may act with: its own, on the table.

    Raises:
        IllegalAction: `table.present`, or `t9a.core.player-turn` for the other side's unit.
    """
    unit = ctx.unit(key, path)
    ctx.require(unit.side == ctx.by, ACTED, "{name} belongs to the other side", name=unit.sheet.name)
    formation(unit)
    return unit


def enemy(ctx: Context, key: str, path: str = "$.action.target") -> Unit:
    """An enemy unit that can be chosen: one on the table."""
    unit = ctx.unit(key, path)
    ctx.require(unit.side != ctx.by, ACTED, "{name} is on the same side", name=unit.sheet.name)
    formation(unit)
    return unit


def mark(
    ctx: Context, on: Unit | Model | str, key: str, value: Mark = 1, until: Lasting = "turn", rule: str = ""
) -> None:
    """Put a mark on somebody, by the clause it lies under unless another caused it."""
    holder = on if isinstance(on, str) else on.id
    ctx.emit(Marked(rule=rule or key, on=holder, key=key, value=value, until=until))


def unmark(ctx: Context, on: Unit | Model | str, key: str, until: Lasting = "turn", rule: str = "") -> None:
    """Take a mark from somebody."""
    holder = on if isinstance(on, str) else on.id
    ctx.emit(Unmarked(rule=rule or key, on=holder, key=key, until=until))


def form(ctx: Context, unit: Unit, stands: Formation | None, rule: str) -> None:
    """A unit now stands in a formation, or has left the table.

    Its models are in the order of their ids, as in a record that was read.
    """
    if stands is not None:
        stands = replace(stands, stands=dict(sorted(stands.stands.items())))
    at = {} if stands is None else regiment.places(stands)
    ctx.emit(Formed(rule=rule, unit=unit.id, formation=stands, at=at))


def kill(ctx: Context, model: Model, rule: str) -> None:
    """Remove a model as a casualty; the ranks close by the rules for that (`ranks.closed`)."""
    if not model.out:
        ctx.emit(Removed(rule=rule, model=model.id))


def destroy(ctx: Context, unit: Unit, rule: str) -> None:
    """Remove a whole unit, models off the table included, and let rules react to it (`hooks.DESTROYED`)."""
    stood = unit.formation
    for model in ctx.state.members(unit.id):
        kill(ctx, model, rule)
    if stood is not None:
        form(ctx, unit, None, rule)
    ctx.fire(hooks.DESTROYED, rule, unit=unit, stood=stood)


PART = Part(marks=MARKS)
