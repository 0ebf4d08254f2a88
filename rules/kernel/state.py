"""The complete state of a battle after some step. No field belongs to any one ruleset.

Structs here are mutable and live inside one fold; a position is the same struct written as JSON. Rulesets remember
things as marks: values under the id of a clause, in one of four places that say how long they last (`game`, `round`,
`turn`, `phase`). Lengths are hundredths of an inch, measured from a corner of the table; `z` is the height of the
surface a model stands on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from rules.kernel.canonical import canonical
from rules.kernel.errors import Malformed
from rules.kernel.known import Known
from rules.kernel.sheet import Sheet, UnitSheet

LIMIT = 1_000_000
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=-LIMIT, le=LIMIT)]
"""A declared length, count or die: the bound is far larger than any table, yet small enough to compute with."""

Point: TypeAlias = tuple[Number, Number, Number]
Mark: TypeAlias = int | str | tuple[str, ...]
Marks: TypeAlias = dict[str, Mark]
Lasting: TypeAlias = Literal["game", "round", "turn", "phase"]
Facing: TypeAlias = tuple[Number, Number]
"""The direction in which the front of a model points, as a vector of any non-zero length."""

POSITION_FORMAT = 1


class Terrain(msgspec.Struct, frozen=True, omit_defaults=True):
    """A convex piece of terrain: `outline` counter-clockwise, standing on `floor`, `height` above it."""

    id: str
    name: str
    outline: tuple[tuple[Number, Number], ...]
    height: Number
    floor: Number = 0
    kind: str = ""


class Zone(msgspec.Struct, frozen=True, omit_defaults=True):
    """A convex area of the table, for deployment or as an objective."""

    id: str
    name: str
    outline: tuple[tuple[Number, Number], ...]


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """The playing surface. Without a terrain map (`mapped` false) sight and cover are declared, not measured.

    On a `sketch` distances are declared too (`rules.kernel.sketch`): it has no map.
    """

    width: Number
    depth: Number
    mapped: bool = True
    terrain: tuple[Terrain, ...] = ()
    zones: tuple[Zone, ...] = ()
    sketch: bool = False


class Stand(msgspec.Struct, frozen=True, omit_defaults=True, array_like=True):
    """A model's place in a formation: its first file from the left and its foremost rank, counted from 0.

    A large base covers as many files and ranks as it is `wide` and `deep`.
    """

    file: Number
    rank: Number
    wide: Number = 1
    deep: Number = 1


class Beside(msgspec.Struct, frozen=True):
    """A model beside the ranks, level with the first; its base in millimetres."""

    model: str
    width: Number
    length: Number


class Formation(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a regiment stands: `at` is the left end of its front rank, seen from behind; its front points to `facing`.

    `cell` is the width and length of a rank-and-file base in millimetres, `stands` where its models are, by id, the
    front rank first and each from the left: rules iterate in this order, and a formation read back has to give the same
    effects.
    """

    at: tuple[Number, Number]
    facing: Facing
    files: Number
    cell: tuple[Number, Number]
    stands: dict[str, Stand]
    left: Beside | None = None
    right: Beside | None = None

    def __post_init__(self) -> None:
        placed = sorted(self.stands.items(), key=lambda one: (one[1].rank, one[1].file, one[0]))
        msgspec.structs.force_setattr(self, "stands", dict(placed))


class Model(msgspec.Struct, omit_defaults=True):
    """One model of a side. `at` is None while it is not on the table; `out` once it is out of action.

    Its id is its side's followed by its id on the roster. `unit` is the id of its unit, in systems that have units;
    `facing` is where its front points, if that matters.
    """

    id: str
    side: str
    sheet: Sheet
    wounds: Number
    at: Point | None = None
    out: bool = False
    game: Marks = {}
    round: Marks = {}
    phase: Marks = {}
    turn: Marks = {}
    unit: str = ""
    facing: Facing | None = None

    def copied(self) -> Model:
        """An independent copy that shares the frozen sheet."""
        return Model(
            self.id,
            self.side,
            self.sheet,
            self.wounds,
            self.at,
            self.out,
            dict(self.game),
            dict(self.round),
            dict(self.phase),
            dict(self.turn),
            self.unit,
            self.facing,
        )


class Unit(msgspec.Struct, omit_defaults=True):
    """Models that act as one. Its id is its side's followed by its id on the roster; `size` models began in it.

    `formation` is how they stand, in systems that have regiments, while the unit is on the table.
    """

    id: str
    side: str
    sheet: UnitSheet
    size: int = 0
    game: Marks = {}
    round: Marks = {}
    phase: Marks = {}
    turn: Marks = {}
    formation: Formation | None = None

    def copied(self) -> Unit:
        """An independent copy that shares the frozen sheet."""
        return Unit(
            self.id,
            self.side,
            self.sheet,
            self.size,
            dict(self.game),
            dict(self.round),
            dict(self.phase),
            dict(self.turn),
            self.formation,
        )


class Side(msgspec.Struct, omit_defaults=True):
    """A player's side. `counters` holds what is counted (CP, VP); `size` is the number of models it began with."""

    id: str
    name: str
    faction: str = ""
    points: int = 0
    size: int = 0
    counters: dict[str, int] = {}
    game: Marks = {}
    round: Marks = {}
    phase: Marks = {}
    turn: Marks = {}

    def copied(self) -> Side:
        """An independent copy."""
        return Side(
            self.id,
            self.name,
            self.faction,
            self.points,
            self.size,
            dict(self.counters),
            dict(self.game),
            dict(self.round),
            dict(self.phase),
            dict(self.turn),
        )


class Decision(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question the battle waits for: the clause that asks, the side that answers, and its subject.

    `model` and `targets` are ids of models, or of units where a system has them.
    """

    clause: str
    side: str
    model: str = ""
    targets: tuple[str, ...] = ()
    value: int = 0
    about: dict[str, int | str | tuple[str, ...]] = {}


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a game ended: the winning side (empty for a draw), the score by side, and the clause that ended it."""

    winner: str
    reason: str
    score: dict[str, int] = {}


def leader(score: Mapping[str, int]) -> str:
    """The side with the highest score; empty if there is none, or a tie."""
    best = [side for side, points in score.items() if points == max(score.values())]
    return best[0] if len(best) == 1 else ""


class Sealed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A side's secret: its author, its subject, the commitment, and the value once it is opened."""

    by: str
    subject: str
    commitment: str
    value: str = ""
    opened: bool = False


class Listed:
    """Models in action, in their order: those on the table, by their sides and units, and all of each unit."""

    __slots__ = ("alive", "members", "sides", "standing")

    def __init__(self, models: Iterable[Model]) -> None:
        self.alive: list[Model] = []
        self.sides: dict[str, list[Model]] = {}
        self.standing: dict[str, list[Model]] = {}
        self.members: dict[str, list[Model]] = {}
        for model in models:
            if model.out:
                continue
            self.members.setdefault(model.unit, []).append(model)
            if model.at is not None:
                self.alive.append(model)
                self.sides.setdefault(model.side, []).append(model)
                self.standing.setdefault(model.unit, []).append(model)


class State(msgspec.Struct, omit_defaults=True, dict=True):
    """Everything that is true after some step; written as JSON it is a position.

    `turn` is the side whose turn it is, in systems where sides alternate whole turns within a round. Beside its fields
    a position keeps what has been found out about its table: that is neither written nor compared.
    """

    ruleset: str
    version: str
    table: Table
    options: dict[str, int | str | bool] = {}
    sides: dict[str, Side] = {}
    models: dict[str, Model] = {}
    round: int = 0
    phase: str = "setup"
    step: str = ""
    order: tuple[str, ...] = ()
    to_act: str = ""
    active: str = ""
    pending: Decision | None = None
    over: Outcome | None = None
    game: Marks = {}
    sealed: dict[str, Sealed] = {}
    units: dict[str, Unit] = {}
    turn: str = ""
    format: int = 1
    """A position without a format is of format 1, whatever POSITION_FORMAT becomes."""

    def copied(self) -> State:
        """Return an independent copy; frozen parts are shared."""
        twin = msgspec.structs.replace(self)
        twin.sides = {key: side.copied() for key, side in self.sides.items()}
        twin.models = {key: model.copied() for key, model in self.models.items()}
        twin.units = {key: unit.copied() for key, unit in self.units.items()}
        twin.game = dict(self.game)
        twin.sealed = dict(self.sealed)
        twin.__dict__["known"] = self.known
        return twin

    @property
    def known(self) -> Known:
        """What has been measured on this table; see `rules.kernel.known`."""
        found: Known | None = self.__dict__.get("known")
        if found is None:
            found = self.__dict__["known"] = Known({})
        return found

    def moved(self) -> None:
        """Forget what was measured between models: one moved, fell or appeared.

        Effects say so themselves. A rule that moves a model of a position to try a place has to.
        """
        table = self.known.table
        self.__dict__.clear()
        self.__dict__["known"] = Known(table)

    def changed(self) -> None:
        """Forget everything that was measured: the terrain, or a mark on the table, changed."""
        self.__dict__.clear()

    def refresh(self) -> None:
        """Forget what was measured, unless the table is as it was when this was last asked.

        Positions come from outside, too, where anybody may change them by hand.
        """
        models = ((m.id, m.side, m.unit, m.out, m.at, m.facing, m.sheet) for m in self.models.values())
        seen = [self.table, dict(self.game), *models, *(unit.formation for unit in self.units.values())]
        if self.known.seen != seen:
            self.changed()
            self.known.seen = seen

    @property
    def _listed(self) -> Listed:
        found: Listed | None = self.__dict__.get("listed")
        if found is None:
            found = self.__dict__["listed"] = Listed(self.models.values())
        return found

    def alive(self, side: str = "") -> list[Model]:
        """Models on the table and in action, in the order of `sort`; only one side's if it is named."""
        listed = self._listed
        return [*(listed.sides.get(side, ()) if side else listed.alive)]

    def has(self, *models: Model) -> bool:
        """Whether models are those of this position, and none stands in for one at another place."""
        return all(self.models.get(model.id) is model for model in models)

    def foes(self, side: str) -> list[Model]:
        """The models of any other side that are on the table and in action, in order."""
        return [m for m in self._listed.alive if m.side != side]

    def members(self, unit: str) -> list[Model]:
        """The models of a unit that are in action, on the table or not, in order."""
        return [*self._listed.members.get(unit, ())]

    def standing(self, unit: str) -> list[Model]:
        """The models of a unit that are in action and on the table, in order."""
        return [*self._listed.standing.get(unit, ())]

    def enemy(self, side: str) -> str:
        """The other side of a two-player game."""
        for other in self.sides:
            if other != side:
                return other
        return ""

    def sort(self) -> None:
        """Sort sides, models and units, whichever side mustered first: by side, then 2 before 10.

        Rules iterate in this order, and a position read back has to give the same effects.
        """
        self.sides = {key: self.sides[key] for key in sorted(self.sides)}
        ordered = sorted(self.models, key=lambda key: (self.models[key].side, len(key), key))
        self.models = {key: self.models[key] for key in ordered}
        if self.units:
            ordered = sorted(self.units, key=lambda key: (self.units[key].side, len(key), key))
            self.units = {key: self.units[key] for key in ordered}


_DECODER = msgspec.json.Decoder(State)


def to_json(state: State) -> bytes:
    """The position as canonical JSON: one byte sequence per content."""
    return canonical(state)


def from_json(data: bytes | str) -> State:
    """Read a position.

    Raises:
        Malformed: not JSON, not a position, of another format, or refused by `check`.
    """
    state: State = read(_DECODER, data)
    check(state)
    state.sort()
    return state


def read(decoder: msgspec.json.Decoder[Any], data: bytes | str) -> Any:
    """Decode with a msgspec decoder, turning its errors into Malformed with their path."""
    try:
        return decoder.decode(data)
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at `")
        raise Malformed(path.rstrip("`") or "$", message) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Malformed("$", f"not readable as JSON: {error}") from None


def check(state: State, path: str = "$") -> None:
    """Report every inconsistency in a position.

    Raises:
        Malformed: with one line per problem.
    """
    problems = [
        *(f"format {state.format} is not {POSITION_FORMAT}" for _ in [0] if state.format != POSITION_FORMAT),
        *(f"side {key!r} is stored as {side.id!r}" for key, side in state.sides.items() if key != side.id),
        *(f"model {key!r} is stored as {model.id!r}" for key, model in state.models.items() if key != model.id),
        *(f"model {m.id} is of unknown side {m.side!r}" for m in state.models.values() if m.side not in state.sides),
        *(f"{key!r} is both a side and a model" for key in state.sides if key in state.models),
        *("a model and a side need an id" for holders in (state.sides, state.models) if "" in holders),
        *(f"{side!r} is to act but is not a side" for side in [state.to_act] if side and side not in state.sides),
        *(f"{side!r} is in the order but is not a side" for side in state.order if side not in state.sides),
        *(f"active {m!r} is unknown" for m in [state.active] if m and m not in state.models and m not in state.units),
        *(f"it is the turn of {side!r}, not a side" for side in [state.turn] if side and side not in state.sides),
        *_unit_problems(state),
        *_pending_problems(state),
        *table_problems(state.table),
    ]
    if problems:
        raise Malformed(path, "; ".join(problems))


def _unit_problems(state: State) -> Iterator[str]:
    units, others = state.units, {*state.sides, *state.models, ""}
    yield from (f"unit {key!r} is stored as {unit.id!r}" for key, unit in units.items() if key != unit.id)
    yield from (f"unit {u.id} is of unknown side {u.side!r}" for u in units.values() if u.side not in state.sides)
    yield from (f"{key!r} is empty, or both a unit and something else" for key in units if key in others)
    for model in state.models.values():
        if model.unit and (model.unit not in units or units[model.unit].side != model.side):
            yield f"model {model.id} is in unit {model.unit!r}, which its side does not have"
        if model.facing == (0, 0):
            yield f"model {model.id} faces nowhere"


def table_problems(table: Table) -> Iterator[str]:
    """What is wrong with a table: its size, duplicate ids, outlines that are not convex."""
    if table.width < 0 or table.depth < 0:
        yield "a table needs a width and a depth"
    if table.sketch and table.mapped:
        yield "a table without coordinates (sketch) has no terrain map (mapped)"
    for what, pieces in (("terrain", table.terrain), ("zone", table.zones)):
        keys = [piece.id for piece in pieces]
        yield from (f"{what} {key!r} stands twice" for key in sorted(set(keys)) if keys.count(key) > 1)
        for piece in pieces:
            if not _convex(piece.outline):
                yield f"the outline of {what} {piece.id!r} is not convex and counter-clockwise"
    yield from (f"terrain {piece.id!r} has no height" for piece in table.terrain if piece.height <= 0)


def _convex(outline: tuple[tuple[int, int], ...]) -> bool:
    """Whether an outline is convex: it goes round once, counter-clockwise, and never turns right."""
    count = len(outline)
    corners = [(outline[i], outline[(i + 1) % count], outline[(i + 2) % count]) for i in range(count)]
    turns = [(b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) for a, b, c in corners]
    if count < 3 or min(turns) < 0 or max(turns) == 0:
        return False
    a, rest = outline[0], outline[1:]
    fan = [(b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) for b, c in pairwise(rest)]
    return min(fan) >= 0


def _pending_problems(state: State) -> list[str]:
    pending = state.pending
    if pending is None:
        return []
    named = [pending.model, *pending.targets]
    known = state.models.keys() | state.units.keys()
    unknown = [f"{pending.clause} asks about unknown model {m!r}" for m in named if m and m not in known]
    return unknown + [f"{pending.clause} asks unknown side {s!r}" for s in [pending.side] if s not in state.sides]
