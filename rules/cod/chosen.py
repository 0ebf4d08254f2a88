"""A stratagem as a value, all stratagems, and those each side has declared.

Every stratagem is one file in `rules.cod.stratagem`, next to its clauses: `STRATAGEM = Stratagem(...)`. Adding one
touches no other file. What a side has declared is a mark on it; a stratagem with a ruin keeps the ruin's id under its
own clause.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache

import msgspec

from rules.cod import obstacles, ruins, stratagem
from rules.cod.book import STRATAGEMS
from rules.cod.stratagem.obstacles import OBSTACLES
from rules.kernel import convex
from rules.kernel.context import Context
from rules.kernel.discovery import values_in
from rules.kernel.lengths import INCH
from rules.kernel.marks import COUNT, PIECE, MarkKind, number, on_side, on_unit
from rules.kernel.part import Choice, Objections, refuse, unread
from rules.kernel.rule import Rule
from rules.kernel.secrets import Commit
from rules.kernel.state import Mark, Model, Number, State, Terrain
from rules.layouts import rectangle

DECLARED = STRATAGEMS["choose.before-game"]
"""The mark on a side, for the game: the names of its stratagems, in the order in which they were declared."""
MARKER = 25
"""Half the width of a marker, in hundredths."""
LONG, THICK = 5 * INCH, 60
"""How long and how thick the obstacles are that a player would place."""
CATEGORIES = ("key-buildings", "dirty-tricks", "obstacles", "manoeuvres", "armoury")


class Spot(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a marker or an obstacle is put: `at` a place of the ground, `on` a ruin or obstacle (its id), or with an
    `outline` and a `height`.
    """

    at: tuple[Number, Number] | None = None
    on: str = ""
    outline: tuple[tuple[Number, Number], ...] = ()
    height: Number = INCH


class Use(msgspec.Struct, frozen=True):
    """One effect of a key building: what it grants a unit.

    `grants` are marks on the unit, special rules by their ids among them. `reach` is how near to the ruin's outline a
    model has to be, None inside. `shooting` is the clause by which it is used in the owner's own Shooting phase and
    lasts for that phase; empty if it is used at any time and lasts for the turn.
    """

    clause: str
    grants: tuple[tuple[str, Mark], ...] = ()
    reach: int | None = None
    shooting: str = ""


class Stratagem(msgspec.Struct, frozen=True):
    """A stratagem.

    `mark` is the clause under which the side that has it bears a mark: the id of the ruin, or 1. With `ruin` it is
    applied to a ruin; the function gives objections to a side and a ruin. `count` is the clause of D3+3 markers or
    pieces, which `place` puts down one by one, each under an id. `serves` says which models have it: their units are
    pointed out. `against` says what keeps a side from declaring it now, `declared` is done (with the ruin) when it was.
    `uses` are the effects of a key building by the word that chooses one.

    For players: `helps` is the special rule without which a unit has nothing of it, `writes` what is written down
    before it is declared, `spots` gives a place for one more marker, if it finds one.
    """

    name: str
    category: str
    rule: Rule
    mark: str
    ruin: Callable[[State, str, Terrain], Objections] | None = None
    count: str = ""
    place: Callable[[Context, str, Spot, str], None] | None = None
    serves: Callable[[Model], bool] | None = None
    against: Callable[[State, str], Objections] = lambda state, side: ()
    declared: Callable[[Context, str], None] | None = None
    uses: Mapping[str, Use] = msgspec.field(default_factory=dict)
    helps: str = ""
    writes: Callable[[Choice], Iterator[Commit]] | None = None
    spots: Callable[[Choice], Iterator[Spot]] | None = None

    @property
    def marks(self) -> Iterator[MarkKind]:
        """The marks of a side that has it, of the units it serves, and those a key building grants."""
        if self.ruin is None:
            yield on_side(self.mark, "game", "It has declared this stratagem.")
        else:
            yield on_side(self.mark, "game", "The ruin to which it has applied this stratagem.", PIECE)
        if self.serves is not None:
            yield on_unit(self.mark, "game", "This stratagem of its side serves it.")
        if self.count:
            yield on_side(self.count, "phase", "How many markers or pieces of the stratagem it may place.", COUNT)
        for use in self.uses.values():
            for key, _ in use.grants:
                text = f"The {self.name.replace('-', ' ')} grants it this."
                yield on_unit(key, "phase" if use.shooting else "turn", text, number(1, 6))


@cache
def stratagems() -> dict[str, Stratagem]:
    """Every stratagem by name: by category, then by name."""
    found = {one.name: one for one in values_in(stratagem, Stratagem)}
    return {name: found[name] for name in sorted(found, key=lambda n: (CATEGORIES.index(found[n].category), n))}


def declared(state: State, side: str) -> tuple[str, ...]:
    """The names of the stratagems a side has declared, in order; one taken twice appears twice."""
    found = state.sides[side].game.get(DECLARED, ()) if side in state.sides else ()
    return found if isinstance(found, tuple) else ()


def has(state: State, side: str, name: str) -> bool:
    """Whether a side has declared a stratagem."""
    return name in declared(state, side)


def ruin_of(state: State, side: str, name: str) -> str:
    """The id of the ruin to which a side has applied a stratagem; empty if it has not."""
    found = state.sides[side].game.get(stratagems()[name].mark, "") if has(state, side, name) else ""
    return found if isinstance(found, str) else ""


def key_building(state: State, ruin_id: str) -> tuple[str, str]:
    """The owner and the name of the key building in a ruin; both empty if it is not one."""
    for side in state.sides:
        for name in declared(state, side):
            if stratagems()[name].uses and ruin_of(state, side, name) == ruin_id:
                return side, name
    return "", ""


def as_key_building(rule: Rule, mark: str, uses: Mapping[str, Use]) -> Stratagem:
    """A key-building stratagem: applied to any ruin that carries none yet."""
    return Stratagem(rule.id.rpartition(".")[2], "key-buildings", rule, mark, ruin=_one_per_ruin, uses=uses)


def _one_per_ruin(state: State, side: str, ruin: Terrain) -> Objections:
    if key_building(state, ruin.id) != ("", ""):
        yield STRATAGEMS["key-building.one-per-ruin"], f"{ruin.name} is already a key building"


def as_obstacle(name: str, kind: str, rule: Rule, mark: str) -> Stratagem:
    """An obstacle stratagem: D3+3 pieces of one kind, anywhere on the battlefield."""

    def put(ctx: Context, key: str, spot: Spot, path: str) -> None:
        clause = OBSTACLES["place-anywhere"]
        refuse(ctx, in_vain(clause, spot, ("at", "on"), "an obstacle has an outline", path))
        obstacles.place(ctx, key, kind, spot.outline, clause, spot.height, f"{path}.outline")

    return Stratagem(name, "obstacles", rule, mark, count=OBSTACLES["count"], place=put, spots=_across)


def in_vain(clause: str, spot: Spot, fields: tuple[str, ...], because: str, path: str) -> Objections:
    """Objections to what is said of the place of a marker or obstacle and has no meaning for its kind."""
    return unread(clause, spot, fields, because, f"{path.removeprefix('$.action.')}.")


def _across(choice: Choice) -> Iterator[Spot]:
    """A straight piece across the way between the armies, out of the ruins."""
    table, dice = choice.state.table, choice.dice
    wide, deep = (LONG, THICK) if dice.below(2) else (THICK, LONG)
    left = 6 * INCH + dice.below(table.width - 12 * INCH - wide)
    near = 6 * INCH + dice.below(table.depth - 12 * INCH - deep)
    outline = rectangle(left, near, left + wide, near + deep)
    others = [piece for piece in table.terrain if piece.kind not in ("road", "marker")]
    if not any(convex.overlap(outline, piece.outline) for piece in others):
        yield Spot(outline=outline)


def square(at: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """The outline of a marker around a place."""
    x, y = at
    return (x - MARKER, y - MARKER), (x + MARKER, y - MARKER), (x + MARKER, y + MARKER), (x - MARKER, y + MARKER)


def marker(key: str, name: str, at: tuple[int, int], floor: int = 0) -> Terrain:
    """A marker on the table: a piece that is no obstacle."""
    return Terrain(key, name, square(at), 1, floor, "marker")


def problems(state: State) -> Iterator[str]:
    """Unknown stratagems in a position."""
    for side in state.sides.values():
        strange = [name for name in declared(state, side.id) if name not in stratagems()]
        yield from (f"side {side.id} has declared {name!r}, which is not a stratagem" for name in strange)


def standing_ruin(state: State, side: str, name: str) -> Terrain | None:
    """The ruin to which a side has applied a stratagem, if it still stands."""
    return ruins.find(state, ruin_of(state, side, name))
