"""City ruins: those on the table, their floors, the models inside, and their condition.

A ruin is a piece of kind `ruin` whose outline was agreed. Its parts have ids that begin with its own and a dot: the
upper floors are pieces of kind `floor` ("r1.2" is the second floor of "r1"), walls pieces of kind `wall`. Floor 1 is
the ground. The condition of ruins are marks on the table that hold ids of ruins. A ruin that fell is a piece of kind
`rubble` with the id and the outline it had.
"""

from __future__ import annotations

from rules.cod.book import DANGEROUS_RUIN, DESTRUCTION
from rules.kernel import footprint, geometry
from rules.kernel.context import Context
from rules.kernel.effects import Marked, Unmarked
from rules.kernel.errors import Malformed
from rules.kernel.lengths import INCH
from rules.kernel.marks import PIECES, on_table
from rules.kernel.part import Part
from rules.kernel.state import Model, Point, State, Terrain
from rules.kernel.telling import Badge, Phrase, Telling
from rules.wh40k import words

STOREY = 3 * INCH
"""The default height of a floor (`cod.ruin.move.floor-height`)."""

DANGEROUS = DANGEROUS_RUIN["definition"]
FORTIFIED = "cod.stratagem.fortifications.cover"
FALLEN = DESTRUCTION["replace"]
"""Marks on the table, for the game: the ids of the ruins in each condition."""


def ruins(state: State) -> tuple[Terrain, ...]:
    """The city ruins that stand, in the order of the table."""
    return tuple(piece for piece in state.table.terrain if piece.kind == "ruin")


def fallen(state: State) -> tuple[Terrain, ...]:
    """The remains of destroyed ruins, with their outlines (`cod.gap.footprint-after-destruction`)."""
    ids = _ids(state, FALLEN)
    return tuple(piece for piece in state.table.terrain if piece.id in ids)


def sites(state: State) -> tuple[Terrain, ...]:
    """Standing and destroyed ruins, ordered by id: those that can be occupied and bear flags."""
    return tuple(sorted((*ruins(state), *fallen(state)), key=lambda piece: (len(piece.id), piece.id)))


def find(state: State, ruin_id: str) -> Terrain | None:
    """A standing ruin by its id."""
    return next((piece for piece in ruins(state) if piece.id == ruin_id), None)


def named(ctx: Context, ruin_id: str, path: str = "$.action.target") -> Terrain:
    """A standing ruin by its id. Raises Malformed if there is none."""
    found = find(ctx.state, ruin_id)
    if found is None:
        raise Malformed(path, f"there is no ruin {ruin_id!r} on the table")
    return found


def parts(state: State, ruin: Terrain) -> tuple[Terrain, ...]:
    """The pieces that belong to a ruin: its floors, walls and the like."""
    return tuple(piece for piece in state.table.terrain if piece.id.startswith(f"{ruin.id}."))


# floors


def floors(state: State, ruin: Terrain) -> dict[int, tuple[Terrain, ...]]:
    """The upper floors of a ruin by their number; several pieces may make up one floor."""
    found: dict[int, tuple[Terrain, ...]] = {}
    for piece in sorted(parts(state, ruin), key=surface):
        if piece.kind == "floor":
            number = _number(ruin, piece)
            found[number] = (*found.get(number, ()), piece)
    return found


def _number(ruin: Terrain, piece: Terrain) -> int:
    """The number of an upper floor: as its id says, else by its height."""
    said = piece.id.removeprefix(f"{ruin.id}.").partition(".")[0]
    return int(said) if said.isdecimal() else 1 + (surface(piece) - ruin.floor) // STOREY


def surface(piece: Terrain) -> int:
    """The height on which a model on top of a piece stands."""
    return piece.floor + piece.height


def levels(state: State, ruin: Terrain) -> tuple[int, ...]:
    """The heights on which models stand in a ruin, the ground first."""
    upper = {surface(piece) for pieces in floors(state, ruin).values() for piece in pieces}
    return (ruin.floor, *sorted(upper - {ruin.floor}))


def rests(state: State, ruin: Terrain, at: Point) -> bool:
    """Whether a place in a ruin is on its ground or on one of its floors that reaches there."""
    return at[2] == ruin.floor or bool(_under(state, ruin, at))


def _under(state: State, ruin: Terrain, at: Point) -> list[int]:
    """The numbers of the upper floors whose surface a place is on."""
    return [
        number
        for number, pieces in floors(state, ruin).items()
        if any(surface(piece) == at[2] and geometry.inside(at, piece.outline) for piece in pieces)
    ]


def top_floor(state: State, ruin: Terrain, at: Point) -> int:
    """The number of the topmost floor of a ruin that reaches under a point seen from above; 1 where none does."""
    upper = floors(state, ruin).items()
    return max([1, *(n for n, pieces in upper if any(geometry.inside(at, piece.outline) for piece in pieces))])


def above(state: State, ruin: Terrain) -> int:
    """The height above everything that belongs to a ruin: where a skimmer hovers."""
    return max(surface(ruin), *levels(state, ruin))


def hovers(state: State, model: Model, ruin: Terrain) -> bool:
    """Whether a model is over a ruin, at least as high as its top, and not on any of its floors."""
    at = model.at
    if at is None or at[2] < surface(ruin) or not footprint.overlaps_outline(model, ruin.outline):
        return False
    return not rests(state, ruin, at)


def inside(state: State, model: Model, ruin: Terrain) -> bool:
    """Whether a model is in a ruin: partly is enough, above it is not. Also for the remains of one."""
    at = model.at
    if model.out or at is None or at[2] < ruin.floor or not footprint.overlaps_outline(model, ruin.outline):
        return False
    return not hovers(state, model, ruin)


def around(state: State, model: Model) -> Terrain | None:
    """The ruin a model is in; the first in the order of the table."""
    if not state.has(model):
        return _around(state, model)
    found: Terrain | None = state.known.once(("around", model.id), lambda: _around(state, model))
    return found


def _around(state: State, model: Model) -> Terrain | None:
    return next((ruin for ruin in ruins(state) if inside(state, model, ruin)), None)


def over(state: State, model: Model) -> Terrain | None:
    """The ruin a model hovers above."""
    return next((ruin for ruin in ruins(state) if hovers(state, model, ruin)), None)


def floor_of(state: State, model: Model) -> int:
    """The number of the floor a model is on: 1 on the ground and outside ruins.

    A model that hovers above a ruin is one higher than its uppermost floor.
    """
    at = model.at
    if at is None:
        return 1
    if not state.table.mapped:
        # without a map only the height tells which floor it is
        return 1 + at[2] // STOREY
    hovered = over(state, model)
    if hovered is not None:
        return 1 + max([1, *floors(state, hovered)])
    ruin = around(state, model)
    if ruin is None or at[2] == ruin.floor:
        return 1
    return max([1, *_under(state, ruin, at)])


def models_in(state: State, ruin: Terrain, side: str = "") -> list[Model]:
    """The models in a ruin, on any floor; of one side if named."""
    return [m for m in state.alive(side) if inside(state, m, ruin)]


def touches(model: Model, ruin: Terrain) -> bool:
    """Whether a model touches a ruin's outline, or stands in it."""
    return footprint.near_outline(model, ruin.outline, words.CONTACT)


def within(model: Model, ruin: Terrain, reach: int) -> bool:
    """Whether a model is at most `reach` from a ruin's outline, exactly that far included."""
    return footprint.near_outline(model, ruin.outline, reach)


# condition


def _ids(state: State, key: str) -> tuple[str, ...]:
    found = state.game.get(key, ())
    return found if isinstance(found, tuple) else ()


def is_dangerous(state: State, ruin_id: str) -> bool:
    """Whether a ruin is on the verge of collapse."""
    return ruin_id in _ids(state, DANGEROUS)


def is_fortified(state: State, ruin_id: str) -> bool:
    """Whether a ruin is fortified and the fortification still counts."""
    return ruin_id in _ids(state, FORTIFIED)


def is_fallen(state: State, ruin_id: str) -> bool:
    """Whether a ruin was destroyed."""
    return ruin_id in _ids(state, FALLEN)


def make_dangerous(ctx: Context, ruin_id: str, clause: str) -> None:
    """A ruin becomes dangerous, under the clause that caused it. A fortified one stays fortified."""
    set_condition(ctx, DANGEROUS, named(ctx, ruin_id).id, clause)


def fortify(ctx: Context, ruin_id: str, clause: str) -> None:
    """A ruin is fortified. A dangerous one stays dangerous."""
    set_condition(ctx, FORTIFIED, named(ctx, ruin_id).id, clause)


def lose_fortification(ctx: Context, ruin_id: str, clause: str) -> None:
    """The fortification of a ruin has no effect from here on."""
    end_condition(ctx, FORTIFIED, ruin_id, clause)


def set_condition(ctx: Context, key: str, ruin_id: str, clause: str) -> None:
    """Give a ruin a condition."""
    held = _ids(ctx.state, key)
    if ruin_id not in held:
        ctx.emit(Marked(rule=clause, on="", key=key, value=(*held, ruin_id), until="game"))


def end_condition(ctx: Context, key: str, ruin_id: str, clause: str) -> None:
    """End a ruin's condition."""
    held = _ids(ctx.state, key)
    left = tuple(one for one in held if one != ruin_id)
    if left and left != held:
        ctx.emit(Marked(rule=clause, on="", key=key, value=left, until="game"))
    elif held and not left:
        ctx.emit(Unmarked(rule=clause, on="", key=key, until="game"))


MARKS = (
    on_table(DANGEROUS, "The ruins on the verge of collapse.", PIECES),
    on_table(FORTIFIED, "The fortified ruins.", PIECES),
    on_table(FALLEN, "The destroyed ruins.", PIECES),
)  # fmt: skip

PART = Part(marks=MARKS, telling=Telling(
    marks={DANGEROUS: Phrase("Dangerous ruins: %(pieces)s", "Опасные руины: %(pieces)s"),
           FALLEN: Phrase("Destroyed: %(pieces)s", "Уничтожено: %(pieces)s")},
    terrain_statuses={DANGEROUS: "dangerous"},
    badges={"dangerous": Badge(Phrase("dangerous", "опасные"), "M12 3l9.5 17h-19ZM12 9v5M12 17v.1")},
))  # fmt: skip
